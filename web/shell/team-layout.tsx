import { Outlet } from 'react-router'
import { showViewer } from '#contract/session.ts'
import { showTeamInfo } from '#contract/team.ts'
import { api } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { stayLoaded } from '#web/lib/write/stay-loaded.ts'
import type { Route } from './+types/team-layout.ts'
import { AppShell } from './team/app-shell.tsx'

export const shouldRevalidate = stayLoaded

/** The landing page shares the address `/` with the dashboard, and has no shell. */
export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(site).hostKind !== 'workspace') return null
  const { call } = context.get(api)
  const [viewer, info] = await Promise.all([call(showViewer, {}), call(showTeamInfo, {}).catch(() => null)])
  return { viewer, info }
}

export default function TeamLayout({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <Outlet />
  return (
    <AppShell {...loaderData}>
      <Outlet />
    </AppShell>
  )
}
