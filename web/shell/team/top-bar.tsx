import {
  ChevronDown,
  ChevronsUpDown,
  CircleUser,
  Keyboard,
  Lock,
  LogOut,
  Menu as MenuIcon,
  RotateCw,
  Search,
} from 'lucide-react'
import { Link, useRevalidator } from 'react-router'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { useSignOut } from '#web/shell/account/use-sign-out.ts'
import { useThemeGroup } from '#web/shell/account/use-theme-group.ts'
import { WorkspaceLogo } from '#web/shell/logo/workspace-logo.tsx'
import { type App, apps } from '#web/shell/navigation/navigation.ts'
import type { TeamInfo, Viewer } from '#web/shell/viewer.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { ToastPlace } from '#web/ui/notice/toast.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

type Props = {
  app: App
  viewer: Viewer
  info: TeamInfo
  onDrawer: () => void
  onPalette: () => void
  onHelp: () => void
}

export const TopBar = ({ app, viewer, info, onDrawer, onPalette, onHelp }: Props) => (
  <header className="col-span-full flex min-w-0 items-center pr-2 md:pr-3">
    <IconButton icon={MenuIcon} label="Open navigation" className="ml-2 size-8! md:hidden" onClick={onDrawer} />
    <Link
      to="/"
      className="flex shrink-0 items-center gap-2 rounded-sm text-body font-semibold tracking-[-.01em] max-md:hidden md:pr-2 md:pl-3.75 xl:w-52 xl:pl-4"
    >
      <WorkspaceLogo workspace={viewer.workspace} />
      <span className="truncate md:max-xl:sr-only">{viewer.workspace?.name ?? 'Startup Tools'}</span>
    </Link>
    <AppMenu app={app} />
    <AppTabs app={app} />
    <ToastPlace className="flex min-w-0 flex-1 justify-center px-2 max-md:hidden" />
    <div className="ml-auto flex items-center gap-1">
      <button
        type="button"
        onClick={onPalette}
        className="mr-1 flex h-7 w-58 md:max-lg:w-44 items-center gap-2 rounded-sm bg-press pr-1 pl-2 text-ink-3 hover:text-ink-2 max-md:hidden"
      >
        <Icon of={Search} size={14} />
        <span className="flex-1 truncate text-left">Search or jump to</span>
        <Kbd keys="mod+K" />
      </button>
      <IconButton icon={Search} label="Search or jump to" className="size-9! md:hidden" onClick={onPalette} />
      <UserMenu viewer={viewer} info={info} onHelp={onHelp} />
    </div>
  </header>
)

function UserMenu({ viewer, info, onHelp }: { viewer: Viewer; info: TeamInfo; onHelp: () => void }) {
  const signOut = useSignOut()
  const themeGroup = useThemeGroup()
  const name = fullName(info ?? viewer)
  return (
    <>
      {!info && <InfoFailed />}
      <Menu
        label="Your account"
        align="end"
        className="w-60"
        button={
          <button
            type="button"
            className="touch-area ml-1 flex h-8 items-center gap-2 rounded-sm px-1 font-medium whitespace-nowrap hover:bg-press aria-expanded:bg-press"
          >
            <Avatar name={name} src={viewer.avatarUrl} size={24} hideName />
            <span className="max-w-40 truncate max-md:sr-only">{name}</span>
            <VisuallyHidden>, your account</VisuallyHidden>
            <Icon of={ChevronDown} size={12} className="text-ink-3 max-md:hidden" />
          </button>
        }
        header={<Person name={name} email={info?.email ?? viewer.email} avatarUrl={viewer.avatarUrl} />}
        groups={[
          {
            items: [
              { label: 'Profile', icon: CircleUser, href: '/admin/profile', keys: 'G P' },
              { label: 'Keyboard shortcuts', icon: Keyboard, keys: '?', onSelect: onHelp },
            ],
          },
          themeGroup,
          { items: [{ label: 'Sign out', icon: LogOut, onSelect: signOut }] },
        ]}
      />
    </>
  )
}

const Person = ({ name, email, avatarUrl }: { name: string; email: string; avatarUrl: string | null }) => (
  <div className="flex items-center gap-2.5 px-2 py-2">
    <Avatar name={name} src={avatarUrl} size={32} hideName />
    <div className="min-w-0">
      <p className="truncate font-semibold">{name}</p>
      <p className="truncate text-meta text-ink-3">{shownAddress(email)}</p>
    </div>
  </div>
)

function InfoFailed() {
  const { state } = useRevalidator()
  const readAgain = useReadAgain()
  return (
    <div role="alert" className="flex min-w-0 items-center gap-1 pl-2 text-meta text-red-ink">
      <span className="line-clamp-2">Failed to fetch user info. Please try again.</span>
      <IconButton
        icon={RotateCw}
        size="sm"
        label="Try again"
        onClick={() => readAgain('frame')}
        disabled={state === 'loading'}
      />
    </div>
  )
}

const AppTabs = ({ app: current }: { app: App }) => (
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

const AppMenu = ({ app: current }: { app: App }) => (
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
