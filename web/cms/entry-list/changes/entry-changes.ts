import type {
  copyEntry,
  deleteEntry,
  publishEntry,
  unarchiveEntry,
  unpublishEntry,
  untrashEntry,
} from '#contract/content/entries.ts'
import type { Problem } from '#contract/refusals.ts'
import type { Entry } from '#web/cms/entries/entry-words.ts'
import { ask } from '#web/lib/write/ask.ts'

type Step = (entry: Entry) => Promise<{ problem?: Problem }>

/** One change of entries, in words and as calls; `takeBack` where there is a way back. */
export type EntryChange = {
  doing: string
  done: string
  send: Step
  takeBack?: Step
  /** What the way back does not bring back. */
  lost?: (changed: Entry[]) => string | undefined
  /** The others do not change, and are not counted as if they did. */
  concerns?: (entry: Entry) => boolean
  idle?: string
}

const isLive = ({ languages }: Entry) => languages.some((text) => text.isLive)

const place = ({ id, model }: Entry) => ({ params: { model: model.pluralKey, id } })

const publish: Step = (entry) =>
  ask<typeof publishEntry>('PUT', '/api/v1/content/:model/:id/publication', { ...place(entry), body: {} })
const unpublish: Step = (entry) =>
  ask<typeof unpublishEntry>('DELETE', '/api/v1/content/:model/:id/publication', { ...place(entry), query: {} })
const trash: Step = (entry) => ask<typeof deleteEntry>('DELETE', '/api/v1/content/:model/:id', place(entry))
const untrash: Step = (entry) => ask<typeof untrashEntry>('DELETE', '/api/v1/content/:model/:id/trash', place(entry))
const unarchive: Step = (entry) =>
  ask<typeof unarchiveEntry>('DELETE', '/api/v1/content/:model/:id/archive', {
    ...place(entry),
    query: { locale: entry.language },
  })

const duplicate: Step = (entry) => ask<typeof copyEntry>('POST', '/api/v1/content/:model/:id/copies', place(entry))

export const changes = {
  publish: {
    ...{ doing: 'Publishing', done: 'published', send: publish, idle: 'had nothing to publish' },
    concerns: ({ languages }) => languages.some(({ status }) => status !== 'published' && status !== 'archived'),
  },
  unpublish: {
    ...{ doing: 'Unpublishing', done: 'unpublished', send: unpublish, idle: 'had nothing published' },
    concerns: isLive,
  },
  duplicate: { doing: 'Duplicating', done: 'duplicated, as a draft', send: duplicate },
  trash: {
    ...{ doing: 'Moving to the trash', done: 'moved to the trash', send: trash, takeBack: untrash },
    lost(changed) {
      const live = changed.filter(isLive).length
      if (live === 0) return undefined
      if (changed.length === 1) return 'Undo brings it back as a draft'
      return `Undo brings back ${live} that ${live === 1 ? 'was live as a draft' : 'were live as drafts'}`
    },
  },
  untrash: { doing: 'Taking out of the trash', done: 'taken out of the trash', send: untrash, takeBack: trash },
  unarchive: { doing: 'Taking out of the archive', done: 'taken out of the archive', send: unarchive },
} as const satisfies Record<string, EntryChange>
