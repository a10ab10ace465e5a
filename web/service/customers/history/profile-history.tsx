import type { ProfileEvent } from '#contract/workspace/customers.ts'
import type { Page } from '#web/lib/list/keep-older.ts'
import { ShowOlder } from '#web/lib/list/show-older.tsx'
import { useMore } from '#web/lib/list/use-more.ts'
import { Time } from '#web/lib/time/time.tsx'
import type { Outcome } from '#web/lib/write/writer.ts'
import { describeProfileEvent } from './describe-profile-event.ts'

type Events = Page<ProfileEvent>
type Props = { first: Events; read: (query: { cursor: string }) => Promise<Outcome<Events>> }

/** What happened to a customer or company, latest first. */
export function ProfileHistory({ first, read }: Props) {
  const { items, ...more } = useMore(first, (cursor) => read({ cursor }))
  if (items.length === 0) return null
  return (
    <section aria-labelledby="history" className="px-4 py-4 md:px-5">
      <h2 id="history" className="mb-2 text-meta font-[550]">
        History
      </h2>
      <ol className="grid gap-1.5 text-meta text-ink-2">
        {items.map((event) => (
          <li key={event.id} className="flex gap-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {event.actor.name && <span className="font-medium text-ink">{event.actor.name}</span>}{' '}
              {describeProfileEvent(event)}
            </span>
            <span className="shrink-0 text-ink-3">
              <Time at={event.createdAt} />
            </span>
          </li>
        ))}
      </ol>
      <ShowOlder {...more} />
    </section>
  )
}
