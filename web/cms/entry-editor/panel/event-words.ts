import type { EntryStatus } from '#contract/content/entries.ts'
import type { EntryEvent } from '#contract/content/entry-history.ts'
import type { FailedPlan } from '#contract/writing/failed-plan.ts'
import { failureTitles } from '#web/lib/writing/schedule/failed-schedule-notice.tsx'

const turned = ({ old, new: now }: EntryEvent) => {
  const { status } = stateOf(now)
  if (status === 'in_review') return 'Sent for review'
  if (status === 'archived') return 'Archived'
  return stateOf(old).status === 'in_review' ? 'Returned to the author' : 'Unarchived'
}

type Plan = Record<'publishAt' | 'unpublishAt', string | null>
type State = Partial<FailedPlan & Plan & { status: EntryStatus; languages: string[] }>
const stateOf = (stored: unknown) => (stored ?? {}) as State

const words: Record<string, (event: EntryEvent) => string | undefined> = {
  'entry.created': () => 'Created',
  'entry.unpublished': () => 'Unpublished',
  'entry.planned': ({ new: plan }) => {
    const { publishAt, unpublishAt } = stateOf(plan)
    if (publishAt) return 'Publication scheduled'
    return unpublishAt ? 'Unpublishing scheduled' : 'Schedule cancelled'
  },
  'entry.plan-failed': (event) => failedPlanWords(stateOf(event.new)),
  'entry.status-changed': turned,
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
  const failed = last?.type === 'entry.plan-failed' ? stateOf(last.new) : undefined
  return failed?.why ? (failed as FailedPlan) : undefined
}

const isOf = ({ new: now }: EntryEvent, language: string) => stateOf(now).language === language
const isAmong = ({ new: now }: EntryEvent, language: string) => stateOf(now).languages?.includes(language) === true

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
