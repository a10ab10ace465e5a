import { listSignInLimits, showViewer } from '#contract/workspace/session.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import type { Route } from './+types/team.ts'
import { statuses } from './members.ts'
import { TeamPage } from './team-page.tsx'

export const meta = () => [{ title: 'Team · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const { searchParams } = new URL(request.url)
  const words = searchParams.get('q')?.slice(0, 256) ?? ''
  const [viewer, limits, found] = await Promise.all([
    call(showViewer, {}),
    call(listSignInLimits, {}),
    call(listMembers, { query: words ? { q: words } : {} }),
  ])
  return {
    members: found.items,
    limits: limits.items,
    words,
    status: statuses.find((status) => status === searchParams.get('status')) ?? null,
    ownId: viewer.id,
    workspaceName: viewer.workspace?.name ?? '',
    isInviting: searchParams.has('invite'),
  }
}

export default function Team({ loaderData }: Route.ComponentProps) {
  return <TeamPage {...loaderData} />
}
