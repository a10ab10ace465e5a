import * as contract from '#contract/tickets/forms.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { archiveForm, changeForm, createForm, restoreForm } from './change-forms.ts'
import { listForms } from './find-form.ts'

export function formRoutes(app: App) {
  serve(app, contract.listTicketForms, async ({ tx, caller, query }) => ({
    items: await listForms(tx, caller, { isArchived: query.archived === 'true' }),
    next: null,
  }))
  serve(app, contract.createTicketForm, (call) => createForm(call, call.body))
  serve(app, contract.changeTicketForm, (call) => changeForm(call, call.params.id, call.body))
  serve(app, contract.archiveTicketForm, (call) => archiveForm(call, call.params.id))
  serve(app, contract.restoreTicketForm, (call) => restoreForm(call, call.params.id))
}
