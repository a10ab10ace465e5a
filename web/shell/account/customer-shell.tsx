import { ChevronDown } from 'lucide-react'
import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef, useState } from 'react'
import { dropOthers } from '#web/lib/kept/kept-work.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { PublicShell } from '#web/shell/public-shell.tsx'
import type { Viewer, Workspace } from '#web/shell/viewer.ts'
import { buttonLook } from '#web/ui/button/button.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { CustomerMenuList } from './customer-menu-list.tsx'

const links = [
  { href: '/customer/tickets', label: 'My requests', shortLabel: 'Requests' },
  { href: '/customer/tickets/create', label: 'New request', shortLabel: 'New' },
  { href: '/knowledgebase', label: 'Help centre', shortLabel: 'Help' },
]

type Props = { viewer: Viewer; workspace: Workspace; children: ReactNode }

export function CustomerShell({ viewer, workspace, children }: Props) {
  useEffect(() => dropOthers(viewer.id), [viewer.id])
  return (
    <PublicShell
      workspace={workspace}
      homeHref="/customer/dashboard"
      links={links}
      account={<CustomerAccount viewer={viewer} />}
    >
      {children}
    </PublicShell>
  )
}

const CustomerAccount = ({ viewer }: { viewer: Viewer }) => (
  <>
    <CustomerMenu viewer={viewer} />
    <noscript>
      <form method="post" noValidate action="/sign-out" className="flex items-center gap-3">
        <span className="max-w-40 truncate font-[550] max-md:sr-only">{fullName(viewer)}</span>
        <button type="submit" className={buttonLook({ size: 'md' })}>
          Sign out
        </button>
      </form>
    </noscript>
  </>
)

/** Button that loads the code of the menu on hover, focus or click, because most customers never open the menu. */
function CustomerMenu({ viewer }: { viewer: Viewer }) {
  const [List, setList] = useState<typeof CustomerMenuList>()
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  const opens = useRef(false)
  const load = () =>
    import('./customer-menu-list.tsx').then(
      ({ CustomerMenuList }) => {
        hadFocus.current = document.activeElement === button.current
        setList(() => CustomerMenuList)
      },
      () => {},
    )
  // The loaded menu renders a new button element. So the focus and the click on the old button are repeated on the new
  // one.
  useEffect(() => {
    if (!List) return
    if (hadFocus.current) button.current?.focus()
    if (opens.current) button.current?.click()
  }, [List])

  if (List) return <List viewer={viewer} button={<AccountButton ref={button} viewer={viewer} />} />
  return (
    <AccountButton
      ref={button}
      viewer={viewer}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      // A mouse button pressed on this button may be released on the new one. Then neither of them receives a click.
      onPointerDown={({ pointerType, button }) => {
        if (pointerType === 'mouse' && button === 0) opens.current = true
      }}
      onClick={() => {
        opens.current = true
        load()
      }}
    />
  )
}

const AccountButton = ({ viewer, ...rest }: ComponentPropsWithRef<'button'> & { viewer: Viewer }) => {
  const name = fullName(viewer)
  return (
    <button
      type="button"
      {...rest}
      className="touch-area flex h-8 items-center gap-2 rounded-sm px-1 font-[550] whitespace-nowrap hover:bg-press aria-expanded:bg-press noscript:hidden"
    >
      <Avatar name={name} size={24} hideName />
      <span className="max-w-40 truncate max-md:sr-only">{name}</span>
      <VisuallyHidden>, your account</VisuallyHidden>
      <Icon of={ChevronDown} size={12} className="text-ink-3 max-md:hidden" />
    </button>
  )
}
