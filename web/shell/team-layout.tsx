import { Outlet } from 'react-router'
import type { SessionCookies } from '#contract/pages.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { showTeamInfo } from '#contract/workspace/team.ts'
import { api, sessionCookies } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { readCookie } from '#web/lib/cookies.ts'
import { stayLoaded } from '#web/lib/write/stay-loaded.ts'
import type { Route } from './+types/team-layout.ts'
import { AppShell } from './team/app-shell.tsx'

export const shouldRevalidate = stayLoaded

/** Returns null for the landing page, which shares the path `/` with the dashboard and has no shell. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { hostKind, workspace } = context.get(site)
  if (hostKind !== 'workspace' || !workspace) return null
  const { call } = context.get(api)
  const [viewer, info] = await Promise.all([call(showViewer, {}), call(showTeamInfo, {}).catch(() => null)])
  keepTimeZone(context.get(sessionCookies), request, workspace.domain, viewer.timeZone ?? workspace.timeZone)
  return { viewer, info }
}

/** Updates the time zone cookie after a change of the profile. The first paint uses the cookie. */
function keepTimeZone(cookies: SessionCookies, request: Request, domain: string, timeZone: string) {
  const kept = readCookie(request.headers.get('cookie'), 'timezone')
  if (kept && kept !== timeZone) cookies.rememberWorkspace(domain, timeZone)
}

export default function TeamLayout({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <Outlet />
  return (
    <AppShell {...loaderData}>
      <Outlet />
    </AppShell>
  )
}
