import { ChevronDown, CircleUser, Keyboard, LogOut, RotateCw } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { useSignOut } from '#web/shell/account/use-sign-out.ts'
import { useThemeGroup } from '#web/shell/account/use-theme-group.ts'
import type { TeamInfo, Viewer } from '#web/shell/viewer.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

export function UserMenu({ viewer, info, onHelp }: { viewer: Viewer; info: TeamInfo; onHelp: () => void }) {
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
