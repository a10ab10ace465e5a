import { ArrowRight, CircleCheck, CircleDashed, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Time } from '#web/lib/time/time.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { type App, type AppId, apps } from '#web/shell/navigation/navigation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Pane, Panes } from '#web/ui/page/panes.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Home } from './load-home.ts'
import { Needs } from './needs.tsx'

export const HomePage = ({ home }: { home: Home }) => (
  <>
    <PageBar title="Dashboard" actions={<Today now={home.now} />} />
    <ScrollArea className="flex flex-col">
      <Panes layout="2-1">
        <div>
          <Pane title="Apps" flush>
            <AppTiles home={home} />
          </Pane>
          <Pane title="For you" flush>
            <Needs home={home} />
          </Pane>
        </div>
        <div>
          <SetUp home={home} />
          <TeamList home={home} />
        </div>
      </Panes>
    </ScrollArea>
  </>
)

function Today({ now }: { now: string }) {
  const { timeZone } = useSite()
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(
    Date.parse(now),
  )
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return <span className="text-meta text-ink-3 max-md:hidden">{`${day.replace(',', '')} in ${place}`}</span>
}

const most = 8

function TeamList({ home: { viewer, members } }: { home: Home }) {
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

function SetUp({ home }: { home: Home }) {
  const steps = stepsOf(home)
  const done = steps.filter(({ isDone }) => isDone).length
  if (!home.viewer.isAdmin || done === steps.length) return null
  return (
    <Pane
      title="Finish setting up"
      action={<span className="text-meta text-ink-3 tabular-nums">{`${done} of ${steps.length}`}</span>}
    >
      <ProgressBar label="Steps done" value={done} max={steps.length} className="mb-2" />
      <ul>
        {steps.map(({ text, href, isDone }) => (
          <li key={text}>
            <Link
              to={href}
              className={classNames(
                'flex min-h-8 items-center gap-2.5 rounded-sm hover:underline',
                isDone && 'text-ink-3',
              )}
            >
              <Icon of={isDone ? CircleCheck : CircleDashed} className={isDone ? 'text-green-ink' : 'text-ink-3'} />
              {text}
              {isDone && <VisuallyHidden>, done</VisuallyHidden>}
            </Link>
          </li>
        ))}
      </ul>
    </Pane>
  )
}

const stepsOf = ({ viewer, members, report, hasLook, hasAnswered }: Home) => [
  { text: 'Create the workspace', href: '/service/settings', isDone: true },
  { text: 'Add your name', href: '/admin/profile', isDone: Boolean(viewer.name) },
  { text: 'Invite your team', href: '/team?invite=1', isDone: members.length > 1 },
  { text: 'Start the Service trial', href: '/service/start-trial', isDone: report !== null },
  { text: 'Add your logo and colour', href: '/service/settings', isDone: hasLook },
  { text: 'Reply to your first ticket', href: '/service/onboarding', isDone: hasAnswered },
]

type Tile = App & { facts?: ReactNode }

function AppTiles({ home }: { home: Home }) {
  const tiles = apps.map((app): Tile => ({ ...app, ...particulars[app.id]?.(home) }))
  return (
    <ul className="border-b border-line">
      {tiles
        .toSorted((a, b) => Number(a.locked) - Number(b.locked))
        .map((tile) => (
          <AppTile key={tile.id} {...tile} />
        ))}
    </ul>
  )
}

const particulars: Partial<Record<AppId, (home: Home) => Partial<Tile>>> = {
  // The Admin tile links to the team or the profile, because the first page of Admin is this dashboard.
  admin: ({ viewer, members }) => {
    const active = members.filter(({ status }) => status === 'active').length
    const invited = members.filter(({ status }) => status === 'invited').length
    const facts = (
      <>
        <Fact count={active} what={active === 1 ? 'member' : 'members'} />
        {invited > 0 && <Fact count={invited} what="invited" />}
      </>
    )
    return viewer.isAdmin
      ? { href: '/team', facts }
      : { href: '/admin/profile', description: 'Your profile and devices' }
  },
  service: ({ report }) => {
    if (!report) return { href: '/service/start-trial', facts: 'Not started' }
    const facts = (
      <>
        <Fact count={report.unassigned} what="unassigned" />
        <Fact count={report.active} what="open" />
      </>
    )
    return { facts }
  },
}

const Fact = ({ count, what }: { count: number; what: string }) => (
  <span>
    <b className="text-base font-semibold text-ink tabular-nums">{formatCount(count)}</b> {what}
  </span>
)

const AppTile = ({ name, description, href, icon, locked, facts }: Tile) => (
  <li className="border-t border-line">
    <Link
      to={href}
      className="grid grid-cols-[36px_minmax(0,1fr)_16px] items-center gap-x-3.5 px-4 py-3.5 hover:bg-hover focus-visible:-outline-offset-2 md:grid-cols-[36px_minmax(0,1fr)_auto_16px] md:px-5"
    >
      <span
        className={classNames(
          'grid size-9 place-items-center rounded-md',
          locked ? 'bg-press text-ink-3' : 'bg-selected text-accent-ink',
        )}
      >
        <Icon of={icon} size={18} />
      </span>
      <span className="min-w-0">
        <span className={classNames('block text-body font-semibold', locked && 'text-ink-2')}>{name}</span>
        <span className="block text-meta text-ink-3">{description}</span>
      </span>
      <span className="flex gap-x-3 text-meta whitespace-nowrap text-ink-3 max-md:col-start-2 max-md:row-start-2 md:gap-x-5">
        {locked ? 'Coming soon' : facts}
      </span>
      <Icon of={locked ? Lock : ArrowRight} className="text-ink-3 max-md:col-start-3 max-md:row-start-1" />
    </Link>
  </li>
)
