import * as contract from '#contract/tickets/messages.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve, serveApart } from '#server/platform/http/serve.ts'
import { recoverMail } from './recover-mail.ts'
import { sendOriginal, sendSource } from './sources/send-original.ts'
import { listSuspendedPage, showMail } from './sources/show-mail.ts'

/** How mails came in, on the API; what they say as they came, on the files host by signed address. */
export function inboundMailRoutes(app: App) {
  serve(app, contract.showMailOfMessage, (call) => showMail(call, call.params))
  serve(app, contract.listSuspendedMails, (call) => listSuspendedPage(call, call.query))
  serveApart(app, contract.recoverMail, (call) => recoverMail(call, call.params.id))

  const onFilesHost = { config: { host: 'files' as const, counts: 'file' as const }, schema: { hide: true } }
  app.get('/mail/:token', onFilesHost, (request, reply) => sendOriginal(app.platform, request, reply))
  app.get('/source/:token', onFilesHost, (request, reply) => sendSource(app.platform, request, reply))
}
