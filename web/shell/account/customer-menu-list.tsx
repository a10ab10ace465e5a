import { LogOut } from 'lucide-react'
import type { ReactElement } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useThemeGroup } from './use-theme-group.ts'

export function CustomerMenuList({ viewer, button }: { viewer: Viewer; button: ReactElement }) {
  const signOut = useSignOut()
  const themeGroup = useThemeGroup()
  return (
    <Menu
      label="Your account"
      align="end"
      className="w-60"
      button={button}
      header={<p className="truncate px-2 py-1.5 text-ink-3">{shownAddress(viewer.email)}</p>}
      groups={[themeGroup, { items: [{ label: 'Sign out', icon: LogOut, onSelect: signOut }] }]}
    />
  )
}
