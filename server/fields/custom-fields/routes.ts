import * as contract from '#contract/fields/custom-fields.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { archiveField, changeField, createField, listFields, restoreField } from './change-fields.ts'

export function customFieldRoutes(app: App) {
  serve(app, contract.listTicketFields, async (call) => ({ items: await listFields(call, call.query), next: null }))
  serve(app, contract.createTicketField, (call) => createField(call, call.body))
  serve(app, contract.changeTicketField, (call) => changeField(call, call.params.id, call.body))
  serve(app, contract.archiveTicketField, (call) => archiveField(call, call.params.id))
  serve(app, contract.restoreTicketField, (call) => restoreField(call, call.params.id))
}
