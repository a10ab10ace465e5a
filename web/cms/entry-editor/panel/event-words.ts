import type { EntryStatus } from '#contract/entries.ts'
import type { EntryEvent } from '#contract/entry-history.ts'

const turned = ({ old, new: now }: { old: Standing; new: Standing }) => {
  if (now?.status === 'in_review') return 'Sent for review'
  if (now?.status === 'archived') return 'Archived'
  return old?.status === 'in_review' ? 'Given back to its writer' : 'Taken out of the archive'
}
type Standing = { status: EntryStatus } | null

const words: Record<string, (event: EntryEvent) => string | undefined> = {
  'entry.created': () => 'Created',
  'entry.unpublished': () => 'Taken from readers',
  'entry.planned': ({ new: plan }) => {
    const { publishAt, unpublishAt } = plan as { publishAt: string | null; unpublishAt: string | null }
    if (publishAt) return 'Publication planned'
    return unpublishAt ? 'Taking away planned' : 'Plan given up'
  },
  'entry.plan-failed': () => 'What was planned was refused',
  'entry.status-changed': (event) => turned(event as Parameters<typeof turned>[0]),
  'entry.trashed': () => 'Moved to the trash',
  'entry.untrashed': () => 'Taken out of the trash',
}

/** What happened, and by whom; undefined for what a version tells already. */
export function eventWords(event: EntryEvent): string | undefined {
  const said = words[event.type]?.(event)
  return said && event.actor?.name ? `${said} by ${event.actor.name}` : said
}
