import * as contract from '#contract/request-copies.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { showTicket } from '#server/tickets/show-ticket.ts'
import { addRequestCopy, removeRequestCopy } from './change-request-copies.ts'

export function requestCopyRoutes(app: App) {
  serve(app, contract.addRequestCopy, async (call) => {
    await addRequestCopy(call, call.params.id, call.body.address)
    return (await showTicket(call.tx, call.caller, call.params.id)).ticket
  })
  serve(app, contract.removeRequestCopy, async (call) => {
    await removeRequestCopy(call, call.params.id, call.params.customerId)
    return (await showTicket(call.tx, call.caller, call.params.id)).ticket
  })
}
