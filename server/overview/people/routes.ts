import * as contract from '#contract/overview/people.ts'
import { beginExport } from '#server/bulk/exports/begin-export.ts'
import { showRow } from '#server/bulk/exports/show-exports.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { customerExport } from './customer-export.ts'
import { eraseCustomer, showErasure } from './erase-customer.ts'
import { listDuplicates } from './list-duplicates.ts'
import { mergeCustomer } from './merge-customer.ts'
import { undoCustomerMerge } from './undo-merge.ts'

export function peopleRoutes(app: App) {
  serve(app, contract.exportCustomer, async (call) => {
    const body = { kind: customerExport.name, options: { customerId: call.params.id } }
    return showRow(call.tx, await beginExport(call, [customerExport], body))
  })
  serve(app, contract.showErasure, (call) => showErasure(call, call.params.id))
  serve(app, contract.eraseCustomer, (call) => eraseCustomer(call, call.params.id))
  serve(app, contract.mergeCustomer, ({ tx, caller, params, body }) => mergeCustomer(tx, caller, params.id, body))
  serve(app, contract.undoCustomerMerge, ({ tx, caller, params }) => undoCustomerMerge(tx, caller, params.id))
  serve(app, contract.listDuplicates, ({ tx, params }) => listDuplicates(tx, params.id))
}
