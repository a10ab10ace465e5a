import { data, Outlet } from 'react-router'
import { site } from '#web/lib/context.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Route } from './+types/public-layout.ts'
import { PublicShell } from './public-shell.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { workspace } = context.get(site)
  if (!workspace) throw data(null, 404)
  return workspace
}

const links = [{ href: '/knowledgebase', label: 'Help centre', shortLabel: 'Help' }]

/** Anyone may read these pages, so they do not ask who it is. */
export default function PublicLayout({ loaderData: workspace }: Route.ComponentProps) {
  return (
    <PublicShell
      workspace={workspace}
      homeHref="/knowledgebase"
      links={links}
      account={<Button href="/customer/auth/login?switch=1">My requests</Button>}
    >
      <Outlet />
    </PublicShell>
  )
}
