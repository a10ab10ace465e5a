import * as contract from '#contract/tickets/messages.ts'
import * as people from '#contract/tickets/people.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { answerWithTicket, serveChange } from '#server/tickets/ticket/show-ticket.ts'
import { recoverMail } from './recover-mail.ts'
import { addRequestCopy, removeRequestCopy } from './request-copies/change-request-copies.ts'
import { listSuspendedPage, sendOriginal, sendSource, showMail } from './sources/show-mail.ts'

/** This file has no routes for mail sources and original HTML. The files host serves them by signed URLs. */
export function inboundMailRoutes(app: App) {
  serve(app, contract.showMailOfMessage, (call) => showMail(call, call.params))
  serve(app, contract.listSuspendedMails, (call) => listSuspendedPage(call, call.query))
  serveWithoutTransaction(app, contract.recoverMail, (call) => recoverMail(call, call.params.id))

  serveChange(app, people.addRequestCopy, async (call) => {
    await addRequestCopy(call, call.params.id, call.body.address)
    return answerWithTicket(call)
  })
  serveChange(app, people.removeRequestCopy, async (call) => {
    await removeRequestCopy(call, call.params.id, call.params.customerId)
    return answerWithTicket(call)
  })

  const onFilesHost = { config: { host: 'files' as const, counts: 'file' as const }, schema: { hide: true } }
  app.get('/mail/:token', onFilesHost, (request, reply) => sendOriginal(app.platform, request, reply))
  app.get('/source/:token', onFilesHost, (request, reply) => sendSource(app.platform, request, reply))
}
