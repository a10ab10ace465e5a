import * as contract from '#contract/tickets/teams.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeTeam, createTeam, listTeams } from './change-teams.ts'

export function ticketTeamRoutes(app: App) {
  serve(app, contract.listTeams, async (call) => ({ items: await listTeams(call), next: null }))
  serve(app, contract.createTeam, (call) => createTeam(call, call.body))
  serve(app, contract.changeTeam, (call) => changeTeam(call, call.params.id, call.body))
}
