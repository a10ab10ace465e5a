import { useEffect } from 'react'
import { data, Outlet } from 'react-router'
import { showViewer } from '#contract/session.ts'
import { api } from '#web/lib/api.ts'
import { dropOthers } from '#web/lib/kept/kept-work.ts'
import { stayLoaded } from '#web/lib/write/stay-loaded.ts'
import type { Route } from './+types/customer-layout.ts'
import { CustomerAccount } from './account/customer-menu.tsx'
import { PublicShell } from './public-shell.tsx'

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
  useEffect(() => dropOthers(viewer.id), [viewer.id])
  return (
    <PublicShell
      workspace={workspace}
      homeHref="/customer/dashboard"
      links={links}
      account={<CustomerAccount viewer={viewer} />}
    >
      <Outlet />
    </PublicShell>
  )
}
