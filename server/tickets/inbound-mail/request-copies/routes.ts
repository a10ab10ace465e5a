import * as contract from '#contract/tickets/request-copies.ts'
import type { App } from '#server/platform/http/platform.ts'
import { answerWithTicket, serveChange } from '#server/tickets/ticket/show-ticket.ts'
import { addRequestCopy, removeRequestCopy } from './change-request-copies.ts'

export function requestCopyRoutes(app: App) {
  serveChange(app, contract.addRequestCopy, async (call) => {
    await addRequestCopy(call, call.params.id, call.body.address)
    return answerWithTicket(call)
  })
  serveChange(app, contract.removeRequestCopy, async (call) => {
    await removeRequestCopy(call, call.params.id, call.params.customerId)
    return answerWithTicket(call)
  })
}
