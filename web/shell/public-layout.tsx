import { data, Outlet } from 'react-router'
import { showPublicWorkspace } from '#contract/workspaces.ts'
import { api } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/public-layout.ts'
import { PublicShell } from './public-shell.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const domain = context.get(site).workspace?.domain
  if (!domain) throw data(null, 404)
  return context.get(api).call(showPublicWorkspace, { query: { domain } })
}

const links = [{ href: '/knowledgebase', label: 'Help centre', shortLabel: 'Help' }]

/** Anyone may read these pages, so they do not ask who it is. */
export default function PublicLayout({ loaderData: workspace }: Route.ComponentProps) {
  return (
    <PublicShell
      workspace={workspace}
      homeHref="/knowledgebase"
      links={links}
      account={<Button href="/customer/dashboard">My requests</Button>}
    >
      <Outlet />
    </PublicShell>
  )
}
