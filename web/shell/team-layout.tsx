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

/** Loads the data of the shell. Null for the landing page, which has the dashboard's path `/` but no shell. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { hostKind, workspace } = context.get(site)
  if (hostKind !== 'workspace' || !workspace) return null
  const { call } = context.get(api)
  const [viewer, info] = await Promise.all([call(showViewer, {}), call(showTeamInfo, {}).catch(() => null)])
  keepTimeZone(context.get(sessionCookies), request, workspace.domain, viewer.timeZone ?? workspace.timeZone)
  return { viewer, info }
}

// Updates an existing time zone cookie if the time zone of the member or workspace has changed. Pages use the cookie
// before they know the member.
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
