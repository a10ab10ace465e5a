import { Time } from '#web/lib/time/time.tsx'
import { fullName } from '#web/lib/words/full-name.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Pane } from '#web/ui/page/panes.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Home } from './load-home.ts'

const most = 8

/** The members who were active last. */
export function TeamList({ home: { viewer, members } }: { home: Home }) {
  const active = members
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? ''))
  return (
    <Pane title="Team" action={viewer.isAdmin && <TextLink href="/team">All members</TextLink>}>
      <ul className="grid gap-3">
        {active.slice(0, most).map((member) => (
          <li key={member.id} className="flex items-center gap-2.5">
            <Avatar name={fullName(member)} src={member.avatarUrl} hideName />
            <span className="min-w-0 flex-1 truncate">
              {fullName(member)}
              {member.id === viewer.id && <span className="text-ink-3"> (you)</span>}
            </span>
            {member.lastSeenAt && <Time at={member.lastSeenAt} className="text-meta text-ink-3 tabular-nums" />}
          </li>
        ))}
      </ul>
    </Pane>
  )
}
