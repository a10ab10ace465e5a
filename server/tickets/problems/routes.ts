import * as contract from '#contract/tickets/problems.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listRecipients } from './find-recipients.ts'
import { listToldCustomers } from './list-told.ts'
import { previewReplies, replyToIncidents } from './reply-to-incidents.ts'

export function problemRoutes(app: App) {
  serve(app, contract.listIncidentRecipients, ({ tx, caller, params, query }) =>
    listRecipients(tx, caller, params.id, query),
  )
  serve(app, contract.previewIncidentReplies, (call) => previewReplies(call, call.params.id, call.body))
  serve(app, contract.replyToIncidents, (call) => replyToIncidents(call, call.params.id, call.body))
  serve(app, contract.listToldCustomers, ({ tx, caller, params, query }) =>
    listToldCustomers(tx, caller, params.id, query),
  )
}
