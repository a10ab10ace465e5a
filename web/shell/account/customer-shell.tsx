import { type ReactNode, useEffect } from 'react'
import { dropOthers } from '#web/lib/kept/kept-work.ts'
import { PublicShell } from '#web/shell/public-shell.tsx'
import type { Viewer, Workspace } from '#web/shell/viewer.ts'
import { CustomerAccount } from './customer-menu.tsx'

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
