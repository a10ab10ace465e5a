import type { RouterContextProvider } from 'react-router'
import { showOnboarding } from '#contract/overview/onboarding.ts'
import { showServiceReport } from '#contract/tickets/tickets.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { showWorkspace } from '#contract/workspace/settings.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'

export type Home = Awaited<ReturnType<typeof loadHome>>

export async function loadHome(context: Readonly<RouterContextProvider>) {
  const { call } = context.get(api)
  const [viewer, team, workspace] = await Promise.all([
    call(showViewer, {}),
    call(listMembers, { query: {} }),
    call(showWorkspace, {}),
  ])
  const isServiceStarted = viewer.service?.state !== 'not-started'
  const [report, onboarding] = isServiceStarted
    ? await Promise.all([call(showServiceReport, {}), call(showOnboarding, {})])
    : [null, null]
  return {
    viewer,
    members: team.items,
    report,
    hasLook: Boolean(workspace.logoUrl || workspace.accentColor),
    hasAnswered: onboarding?.steps.some(({ id, isDone }) => id === 'answer' && isDone) ?? false,
    now: new Date().toISOString(),
  }
}
