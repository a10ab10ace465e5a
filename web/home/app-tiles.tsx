import { ArrowRight, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#web/lib/words/format.ts'
import { type App, type AppId, apps } from '#web/shell/navigation/navigation.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import type { Home } from './load-home.ts'

type Tile = App & { facts?: ReactNode }

export function AppTiles({ home }: { home: Home }) {
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
  // The dashboard is the first page of Admin, so its tile links to the next one.
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
