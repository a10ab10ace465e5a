import type { QueryOf } from '#contract/endpoint.ts'
import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import * as contract from '#contract/fields/custom-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { archiveField, changeField, createField, listFields, restoreField } from './change-fields.ts'

export function customFieldRoutes(app: App) {
  serve(app, contract.listTicketFields, (call) => answerList('ticket', call))
  serve(app, contract.listCustomerFields, (call) => answerList('customer', call))
  serve(app, contract.listCompanyFields, (call) => answerList('company', call))
  serveWrites(app, 'ticket', {
    create: contract.createTicketField,
    change: contract.changeTicketField,
    archive: contract.archiveTicketField,
    restore: contract.restoreTicketField,
  })
  serveWrites(app, 'customer', {
    create: contract.createCustomerField,
    change: contract.changeCustomerField,
    archive: contract.archiveCustomerField,
    restore: contract.restoreCustomerField,
  })
  serveWrites(app, 'company', {
    create: contract.createCompanyField,
    change: contract.changeCompanyField,
    archive: contract.archiveCompanyField,
    restore: contract.restoreCompanyField,
  })
}

type ListCall = { tx: WorkspaceTx; caller: Pick<Caller, 'kind'>; query: QueryOf<typeof contract.listTicketFields> }

const answerList = async (owner: FieldOwner, { query, ...call }: ListCall) => ({
  items: await listFields({ ...call, owner }, query),
  next: null,
})

function serveWrites(app: App, owner: FieldOwner, { create, change, archive, restore }: contract.FieldWrites) {
  serve(app, create, (call) => createField({ ...call, owner }, call.body))
  serve(app, change, (call) => changeField({ ...call, owner }, call.params.id, call.body))
  serve(app, archive, (call) => archiveField({ ...call, owner }, call.params.id))
  serve(app, restore, (call) => restoreField({ ...call, owner }, call.params.id))
}
