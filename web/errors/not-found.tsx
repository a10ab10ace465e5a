import { lazy } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import type { PageApi } from '#contract/pages.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { showTeamInfo } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import type { TeamInfo, Viewer } from '#web/shell/viewer.ts'
import type { Route } from './+types/not-found.ts'
import { ErrorNotice, ErrorPage } from './error-notice.tsx'

/** Loads the shells on demand: every page includes this route, but few pages need a shell. */
const AppShell = lazy(async () => ({ default: (await import('#web/shell/team/app-shell.tsx')).AppShell }))
const CustomerShell = lazy(async () => ({
  default: (await import('#web/shell/account/customer-shell.tsx')).CustomerShell,
}))

type Frame = { viewer: Viewer; info: TeamInfo }

export async function loader({ context }: Route.LoaderArgs): Promise<never> {
  throw data(context.get(site).hostKind === 'workspace' ? await readFrame(context.get(api)) : null, 404)
}

async function readFrame({ attempt }: PageApi): Promise<Frame | null> {
  const { answer: viewer } = await attempt(showViewer, {})
  if (!viewer) return null
  return { viewer, info: viewer.kind === 'team' ? ((await attempt(showTeamInfo, {})).answer ?? null) : null }
}

export function action(): never {
  throw data(null, 404)
}

const patienceMs = 5_000
let leaving = { to: '', at: 0 }

/** Loads a whole new page for a path outside this area. Ignores the second call, which a revalidation makes. */
export async function clientLoader({ request: { url } }: Route.ClientLoaderArgs): Promise<never> {
  if (leaving.to !== url || Date.now() - leaving.at > patienceMs) {
    leaving = { to: url, at: Date.now() }
    window.location.assign(url)
  }
  return new Promise(() => {})
}

export default function NotFound() {
  return null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = isRouteErrorResponse(error) ? error.data : null
  if (!frame?.viewer.workspace) return <ErrorPage error={error} />
  const notice = (
    <div className="grid min-h-60 flex-1 place-content-center">
      <ErrorNotice error={error} />
    </div>
  )
  const { viewer, info } = frame
  if (viewer.kind === 'team') return <AppShell {...{ viewer, info }}>{notice}</AppShell>
  return (
    <CustomerShell viewer={viewer} workspace={frame.viewer.workspace}>
      {notice}
    </CustomerShell>
  )
}
