import { Menu as MenuIcon, Search } from 'lucide-react'
import { Link } from 'react-router'
import { WorkspaceLogo } from '#web/shell/logo/workspace-logo.tsx'
import { AppMenu, AppTabs } from '#web/shell/navigation/app-switcher.tsx'
import type { App } from '#web/shell/navigation/navigation.ts'
import type { TeamInfo, Viewer } from '#web/shell/viewer.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { ToastPlace } from '#web/ui/notice/toast.tsx'
import { UserMenu } from './user-menu.tsx'

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
        <span className="flex-1 text-left">Search or jump to</span>
        <Kbd keys="mod+K" />
      </button>
      <IconButton icon={Search} label="Search or jump to" className="size-9! md:hidden" onClick={onPalette} />
      <UserMenu viewer={viewer} info={info} onHelp={onHelp} />
    </div>
  </header>
)
