import { ChevronDown, LogOut } from 'lucide-react'
import { data, Outlet } from 'react-router'
import { showViewer } from '#contract/session.ts'
import { api } from '#web/lib/api.ts'
import { stayLoaded } from '#web/lib/write/read-again.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Route } from './+types/customer-layout.ts'
import { PublicShell } from './public-shell.tsx'
import { useThemeGroup } from './team/user-menu.tsx'
import { useSignOut } from './use-sign-out.ts'
import { fullName, type Viewer } from './viewer.ts'

export const shouldRevalidate = stayLoaded

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(api).call(showViewer, {})
  if (!viewer.workspace) throw data(null, 404)
  return { viewer, workspace: viewer.workspace }
}

const links = [
  { href: '/customer/tickets', label: 'My requests', shortLabel: 'Requests' },
  { href: '/customer/tickets/create', label: 'New request', shortLabel: 'New' },
  { href: '/knowledgebase', label: 'Help centre', shortLabel: 'Help' },
]

export default function CustomerLayout({ loaderData: { viewer, workspace } }: Route.ComponentProps) {
  return (
    <PublicShell
      workspace={workspace}
      homeHref="/customer/dashboard"
      links={links}
      account={<CustomerMenu viewer={viewer} />}
    >
      <Outlet />
    </PublicShell>
  )
}

function CustomerMenu({ viewer }: { viewer: Viewer }) {
  const signOut = useSignOut()
  const themeGroup = useThemeGroup()
  const name = fullName(viewer)
  return (
    <Menu
      label="Your account"
      align="end"
      className="w-60"
      button={
        <button
          type="button"
          className="touch-area flex h-8 items-center gap-2 rounded-sm px-1 font-[550] whitespace-nowrap hover:bg-press aria-expanded:bg-press"
        >
          <Avatar name={name} size={24} hideName />
          <span className="max-w-40 truncate max-md:sr-only">{name}</span>
          <VisuallyHidden>, your account</VisuallyHidden>
          <Icon of={ChevronDown} size={12} className="text-ink-3 max-md:hidden" />
        </button>
      }
      header={<p className="truncate px-2 py-1.5 text-ink-3">{viewer.email}</p>}
      groups={[themeGroup, { items: [{ label: 'Sign out', icon: LogOut, onSelect: signOut }] }]}
    />
  )
}
