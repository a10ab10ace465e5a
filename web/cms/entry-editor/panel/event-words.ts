import type { EntryStatus } from '#contract/content/entries.ts'
import type { EntryEvent } from '#contract/content/entry-history.ts'
import type { FailedPlan } from '#contract/writing/failed-plan.ts'
import { failureTitles } from '#web/lib/writing/schedule/failed-schedule-notice.tsx'

const turned = ({ old, new: now }: { old: StatusBefore; new: StatusBefore }) => {
  if (now?.status === 'in_review') return 'Sent for review'
  if (now?.status === 'archived') return 'Archived'
  return old?.status === 'in_review' ? 'Returned to its author' : 'Unarchived'
}
type StatusBefore = { status: EntryStatus } | null

const words: Record<string, (event: EntryEvent) => string | undefined> = {
  'entry.created': () => 'Created',
  'entry.unpublished': () => 'Unpublished',
  'entry.planned': ({ new: plan }) => {
    const { publishAt, unpublishAt } = plan as { publishAt: string | null; unpublishAt: string | null }
    if (publishAt) return 'Publication scheduled'
    return unpublishAt ? 'Unpublishing scheduled' : 'Schedule cancelled'
  },
  'entry.plan-failed': (event) => failedPlanWords(event.new as Partial<FailedPlan>),
  'entry.status-changed': (event) => turned(event as Parameters<typeof turned>[0]),
  'entry.trashed': () => 'Moved to trash',
  'entry.untrashed': () => 'Restored from trash',
}

/** Events of early releases lack `to` and `why`. */
const failedPlanWords = ({ to, why }: Partial<FailedPlan>) =>
  to && why ? `${failureTitles[to]}: ${why}` : 'The scheduled publication failed'

/**
 * Returns the last failure of the schedule of a language. Undefined if a later event, such as a publication, made the
 * failure obsolete. `events` are sorted newest first.
 */
export function failedPlanOf(events: EntryEvent[], language: string): FailedPlan | undefined {
  const last = events.find((event) => settles[event.type]?.(event, language))
  const failed = last?.type === 'entry.plan-failed' ? (last.new as Partial<FailedPlan>) : undefined
  return failed?.why ? (failed as FailedPlan) : undefined
}

const isOf = ({ new: now }: EntryEvent, language: string) => (now as { language: string }).language === language
const isAmong = ({ new: now }: EntryEvent, language: string) =>
  (now as { languages: string[] }).languages.includes(language)

const settles: Record<string, (event: EntryEvent, language: string) => boolean> = {
  'entry.plan-failed': isOf,
  'entry.planned': isOf,
  'entry.status-changed': isOf,
  'entry.published': isAmong,
  'entry.unpublished': isAmong,
  'entry.trashed': () => true,
}

export function eventWords(event: EntryEvent): string | undefined {
  const said = words[event.type]?.(event)
  return said && event.actor?.name ? `${said} by ${event.actor.name}` : said
}
