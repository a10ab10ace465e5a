import * as contract from '#contract/tickets/links.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveChange } from '#server/tickets/ticket/show-ticket.ts'
import { linkTicket, listIncidents, listTicketLinks, unlinkTicket } from './link-tickets.ts'

export function ticketLinkRoutes(app: App) {
  serve(app, contract.listTicketLinks, ({ tx, caller, params }) => listTicketLinks(tx, caller, params.id))
  serve(app, contract.listIncidents, ({ tx, caller, params, query }) => listIncidents(tx, caller, params.id, query))
  serveChange(app, contract.linkTicket, (call) => linkTicket(call, call.params.id, call.body))
  serveChange(app, contract.unlinkTicket, async (call) => {
    await unlinkTicket(call, call.params)
    return {}
  })
}
