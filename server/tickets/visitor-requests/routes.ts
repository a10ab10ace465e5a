import * as contract from '#contract/tickets/visitor-requests.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveIdentity } from '#server/platform/http/serve.ts'
import { showTicket } from '#server/tickets/ticket/show-ticket.ts'
import { askAsVisitor, confirmRequest, listFormsOfVisitors } from './ask-as-visitor.ts'
import { fileOwnRequest } from './file-request.ts'
import { listWaitingRequests } from './queries.ts'
import { serveFormScript } from './serve-script.ts'

export function visitorRequestRoutes(app: App) {
  serveFormScript(app)
  serveIdentity(app, contract.listVisitorForms, async (call) => ({
    items: await listFormsOfVisitors(call, call.query.workspaceName),
    next: null,
  }))
  serveIdentity(app, contract.createVisitorRequest, (call) => askAsVisitor(call, call.body))
  serveIdentity(app, contract.confirmVisitorRequest, (call) => confirmRequest(call, call.params.id, call.body))
  serve(app, contract.listVisitorRequests, async ({ tx, caller }) => ({
    items: await listWaitingRequests(tx, caller.id),
    next: null,
  }))
  serve(app, contract.fileVisitorRequest, async ({ tx, caller, params }) => {
    const id = await fileOwnRequest(tx, caller, params.id)
    return (await showTicket(tx, caller, id)).ticket
  })
}
