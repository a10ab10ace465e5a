import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type {
  archiveEntry,
  changeEntry,
  copyEntry,
  DanglingLead,
  deleteEntry,
  endEntryReview,
  publishEntry,
  restoreEntryVersion,
  sendEntryForReview,
  unarchiveEntry,
  unplanEntry,
  unpublishEntry,
  untrashEntry,
} from '#contract/content/entries.ts'
import type { createEntryLink } from '#contract/content/entry-links.ts'
import type { InputOf } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'
import { unsavedProblem } from '#web/lib/leaving/unsaved.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { useToast } from '#web/ui/notice/toast.tsx'

export type EntryAct =
  | ({ to: 'publication' } & InputOf<typeof publishEntry>['body'])
  | { to: 'unpublished'; locale?: string; at?: string; force?: boolean }
  | { to: 'review'; reviewer?: string | null }
  | { to: 'reviewed' | 'archive' | 'unarchived' | 'trash' | 'untrashed' | 'copy' }
  | { to: 'unplanned'; locale?: string }
  | { to: 'restoration'; number: number; fields?: string[] }

export type Details = Pick<InputOf<typeof changeEntry>['body'], 'owner' | 'labels'>

type ActionsOptions = {
  model: string
  /** Returns the id of the entry. Undefined until a new entry is saved for the first time. */
  idNow: () => string | undefined
  language: string
  flush: () => Promise<boolean>
  findHeld: () => string | undefined
  onProblem: (problem: Problem, wanted: EntryAct) => void
  onCopied: (id: string) => void
}
export type EntryActions = ReturnType<typeof useEntryActions>
type OpenDialog =
  | 'request'
  | 'schedule'
  | 'publish-with'
  | 'dangling'
  | 'trash'
  | 'unpublish'
  | 'archive'
  | 'links'
  | 'explain'
  | 'review'
  | 'give-back'
  | null

/** Provides the actions on an entry besides editing. `runAction` saves unsaved text first. */
export function useEntryActions({ model, idNow, language, flush, findHeld, onProblem, onCopied }: ActionsOptions) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [unsaved, setUnsaved] = useState<Problem>()
  const [asked, setAsked] = useState<{ wanted: Extract<EntryAct, { to: 'publication' }>; dangling: DanglingLead[] }>()
  const place = () => ({ model, id: idNow()! })
  const running = useWrite((wanted: EntryAct) => requestFor(wanted, place(), language), {
    inTurn: 'unless-same',
    done: (_, wanted) => wordsFor(wanted),
    onProblem(problem, wanted) {
      if (!isDangling(problem) || wanted.to !== 'publication') return onProblem(problem, wanted)
      setAsked({ wanted, dangling: problem.dangling })
      setDialog('dangling')
    },
    onAnswer: ({ id }, { to }) => to === 'copy' && id && onCopied(id),
  })
  const preview = usePreview({ idNow, language, flush })
  const details = useWrite(
    (body: Details) =>
      ask<typeof changeEntry>('PATCH', '/api/v1/content/:model/:id', {
        params: place(),
        body: { ...body, locale: language },
      }),
    { inTurn: true },
  )

  async function runAction(wanted: EntryAct) {
    const undone = wanted.to === 'publication' ? 'This entry was not published' : 'The action did not run'
    const held = findHeld()
    if (held) return setUnsaved({ ...unsavedProblem(undone), detail: `${undone}. ${held}.` })
    setUnsaved(undefined)
    if (!(await flush())) return setUnsaved(unsavedProblem(undone))
    if (idNow()) await running.write(wanted)
  }

  return {
    runAction,
    preview,
    publish: () => runAction({ to: 'publication', locales: [language], dangling: 'refuse' }),
    isPending: running.isPending,
    problem:
      unsaved ?? (running.problem && isDangling(running.problem) ? undefined : (running.problem ?? details.problem)),
    asked,
    dismissProblem() {
      setUnsaved(undefined)
      running.dismissProblem()
      details.dismissProblem()
    },
    change: details.write,
    changing: details.underWay.reduce<Details>((all, changes) => Object.assign(all, changes), {}),
    dialog,
    setDialog,
  }
}

const isDangling = (problem: Problem): problem is Problem & { dangling: DanglingLead[] } =>
  problem.code === 'references-dangle'

type Params = { model: string; id: string }
const path = '/api/v1/content/:model/:id'

function requestFor(wanted: EntryAct, params: Params, locale: string): Promise<Outcome<{ id?: string }>> {
  const query = { locale }
  switch (wanted.to) {
    case 'publication': {
      const { to: _, ...body } = wanted
      return ask<typeof publishEntry>('PUT', `${path}/publication`, { params, body })
    }
    case 'unpublished':
      return ask<typeof unpublishEntry>('DELETE', `${path}/publication`, {
        params,
        query: { locale: wanted.locale, at: wanted.at, ...(wanted.force && { force: 'true' }) },
      })
    case 'unplanned':
      return ask<typeof unplanEntry>('DELETE', `${path}/plan`, { params, query: { locale: wanted.locale } })
    case 'review':
      return ask<typeof sendEntryForReview>('PUT', `${path}/review`, {
        params,
        body: { locale, reviewer: wanted.reviewer },
      })
    case 'reviewed':
      return ask<typeof endEntryReview>('DELETE', `${path}/review`, { params, query })
    case 'archive':
      return ask<typeof archiveEntry>('PUT', `${path}/archive`, { params, body: query })
    case 'unarchived':
      return ask<typeof unarchiveEntry>('DELETE', `${path}/archive`, { params, query })
    case 'restoration':
      return ask<typeof restoreEntryVersion>('PUT', `${path}/restoration`, {
        params,
        body: { number: wanted.number, fields: wanted.fields, locale },
      })
    case 'trash':
      return ask<typeof deleteEntry>('DELETE', path, { params })
    case 'untrashed':
      return ask<typeof untrashEntry>('DELETE', `${path}/trash`, { params })
    case 'copy':
      return ask<typeof copyEntry>('POST', `${path}/copies`, { params })
  }
}

function wordsFor(wanted: EntryAct): string | undefined {
  if (wanted.to === 'publication') return wanted.at ? 'Publication scheduled' : 'Published'
  if (wanted.to === 'unpublished') return wanted.at ? 'Unpublishing scheduled' : 'Unpublished. The draft stays.'
  if (wanted.to !== 'restoration') return words[wanted.to]
  return wanted.fields ? `Restored from version ${wanted.number}` : `Version ${wanted.number} is now the draft`
}

const words = {
  unplanned: 'Schedule cancelled',
  review: 'Sent for review',
  reviewed: 'Returned to the author',
  archive: 'Archived',
  unarchived: 'Unarchived. The text is a draft.',
  trash: 'Moved to trash. It is kept for 30 days.',
  untrashed: 'Restored from trash',
  copy: 'Duplicated. This is the new draft.',
} as const

type PreviewOptions = { idNow: () => string | undefined; language: string; flush: () => Promise<boolean> }

// Returns a function that opens the draft on the site in a new tab. The preview link expires after a day and is reused
// until then.
function usePreview({ idNow, language, flush }: PreviewOptions) {
  const made = useRef<{ url: string; expiresAt: string }>(undefined)
  const showToast = useToast()

  async function linkTo(id: string) {
    if (made.current && Date.parse(made.current.expiresAt) > Date.now()) return { url: made.current.url }
    const { answer, problem } = await ask<typeof createEntryLink>('POST', '/api/v1/content-entries/:id/preview-links', {
      params: { id },
      body: { locale: language, days: 1 },
    })
    if (!answer?.url) return { why: problem?.detail ?? 'The model of this entry has no preview URL.' }
    made.current = { url: answer.url, expiresAt: answer.expiresAt }
    return { url: answer.url }
  }

  return async () => {
    // Opens the tab before the URL is known, because browsers allow new tabs only during a click or key press.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    const id = (await flush()) ? idNow() : undefined
    const { url, why } = id ? await linkTo(id) : { why: unsavedProblem('The draft is not shown').detail }
    if (url && tab) tab.location.replace(url)
    else tab?.close()
    if (!url || !tab)
      showToast({
        icon: CircleAlert,
        text: why ?? 'The browser blocked the new tab. Allow pop-ups for this site and try again.',
      })
  }
}
