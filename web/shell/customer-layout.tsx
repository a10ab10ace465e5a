import { data, Outlet } from 'react-router'
import { showViewer } from '#contract/workspace/session.ts'
import { api } from '#web/lib/api.ts'
import { stayLoaded } from '#web/lib/write/stay-loaded.ts'
import type { Route } from './+types/customer-layout.ts'
import { CustomerShell } from './account/customer-shell.tsx'

export const shouldRevalidate = stayLoaded

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(api).call(showViewer, {})
  if (!viewer.workspace) throw data(null, 404)
  return { viewer, workspace: viewer.workspace }
}

export default function CustomerLayout({ loaderData }: Route.ComponentProps) {
  return (
    <CustomerShell {...loaderData}>
      <Outlet />
    </CustomerShell>
  )
}
