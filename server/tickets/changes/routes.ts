import * as contract from '#contract/tickets/changes.ts'
import { deleteStatus } from '#contract/tickets/statuses.ts'
import { deleteTag, renameTag } from '#contract/tickets/tags.ts'
import { deleteTeam, showTeamUse as showUse } from '#contract/tickets/teams.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { deleteTagInBatch, renameTagInBatch } from './change-tag.ts'
import { changeTickets, undoChange } from './change-tickets.ts'
import { deleteStatusInBatch } from './delete-status.ts'
import { deleteTeamInBatch, showTeamUse } from './delete-team.ts'
import { changeInBatch, countTickets } from './ticket-batch.ts'

export function ticketChangeRoutes(app: App) {
  serveWithoutTransaction(app, contract.changeTickets, ({ inTransaction, caller, body }) =>
    changeTickets(inTransaction, caller, body),
  )
  serveWithoutTransaction(app, contract.undoTicketChange, ({ inTransaction, caller, params }) =>
    undoChange(inTransaction, caller, params.id),
  )
  serve(app, contract.countMatchingTickets, (call) => countTickets(call, call.query))
  serve(app, contract.changeTicketsInBatch, (call) => changeInBatch(call, call.body))
  serve(app, deleteStatus, (call) => deleteStatusInBatch(call, call.params.id))
  serve(app, deleteTeam, (call) => deleteTeamInBatch(call, call.params.id))
  serve(app, showUse, (call) => showTeamUse(call, call.params.id))
  serve(app, renameTag, (call) => renameTagInBatch(call, call.params.tag, call.body.name))
  serve(app, deleteTag, (call) => deleteTagInBatch(call, call.params.tag))
}
