import { data, Outlet } from 'react-router'
import { site } from '#web/lib/context.ts'
import { useSite } from '#web/lib/use-site.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Route } from './+types/visitor-layout.ts'
import { PublicShell } from './public-shell.tsx'

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(site).workspace) throw data(null, 404)
  return null
}

/** The frame of the pages of the customer area that need no session. */
export default function VisitorLayout() {
  const { workspace } = useSite()
  return (
    workspace && (
      <PublicShell
        workspace={workspace}
        homeHref="/knowledgebase"
        links={[{ href: '/knowledgebase', label: 'Help centre', shortLabel: 'Help' }]}
        account={
          <Button size="md" href="/customer/auth/login">
            Sign in
          </Button>
        }
      >
        <Outlet />
      </PublicShell>
    )
  )
}
