import * as contract from '#contract/tickets/changes.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serveApart } from '#server/platform/http/serve.ts'
import { changeTickets } from './change-tickets.ts'
import { undoChange } from './undo-change.ts'

export function ticketChangeRoutes(app: App) {
  serveApart(app, contract.changeTickets, ({ inTransaction, caller, body }) =>
    changeTickets(inTransaction, caller, body),
  )
  serveApart(app, contract.undoTicketChange, ({ inTransaction, caller, params }) =>
    undoChange(inTransaction, caller, params.id),
  )
}
