import { ChevronsUpDown, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { type App, apps } from './navigation.ts'

export const AppTabs = ({ app: current }: { app: App }) => (
  <nav aria-label="Apps" className="ml-2.5 flex items-center gap-0.5 max-xl:hidden">
    {apps.map((app) => (
      <Tooltip
        key={app.id}
        text={app.locked ? `${app.name}: coming soon` : app.description}
        keys={app.key && `G ${app.key}`}
      >
        <Link
          to={app.href}
          aria-current={app.id === current.id ? 'true' : undefined}
          className={tabLook(app, app.id === current.id)}
        >
          {app.name}
          {app.locked && <LockMark />}
        </Link>
      </Tooltip>
    ))}
  </nav>
)

const tabLook = (app: App, isCurrent: boolean) =>
  classNames(
    'inline-flex h-7 items-center gap-1.5 rounded-sm px-2.5 font-medium whitespace-nowrap',
    isCurrent
      ? 'bg-surface text-ink shadow-[0_0_0_1px_var(--st-line-strong),var(--st-shadow-control)] dark:bg-press'
      : app.locked
        ? 'text-ink-3 hover:bg-press'
        : 'text-ink-2 hover:bg-press',
  )

const LockMark = () => (
  <>
    <Icon of={Lock} size={12} className="opacity-80" />
    <VisuallyHidden>, coming soon</VisuallyHidden>
  </>
)

export const AppMenu = ({ app: current }: { app: App }) => (
  <div className="xl:hidden">
    <Menu
      label="Apps"
      button={
        <button
          type="button"
          className="inline-flex h-7 items-center gap-1.5 rounded-sm px-2 font-semibold whitespace-nowrap hover:bg-press max-md:text-body touch:h-10"
        >
          <VisuallyHidden>App: </VisuallyHidden>
          {current.name}
          <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
        </button>
      }
      groups={[{ label: 'Apps', items: apps.map((app) => appChoice(app, app.id === current.id)) }]}
    />
  </div>
)

const appChoice = ({ name, href, icon, locked, key }: App, current: boolean) => ({
  label: name,
  href,
  icon,
  current,
  quiet: locked,
  keys: key && `G ${key}`,
  detail: locked && (
    <>
      Coming soon
      <Icon of={Lock} size={12} />
    </>
  ),
})
