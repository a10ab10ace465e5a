import * as contract from '#contract/tickets/statuses.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeStatus, createStatus } from './change-statuses.ts'
import { countTicketsOf, listStatusRows } from './queries.ts'

export function statusRoutes(app: App) {
  serve(app, contract.listStatuses, async ({ tx }) => ({ items: await listStatusRows(tx), next: null }))
  serve(app, contract.countStatuses, async ({ tx }) => ({
    items: await countTicketsOf(tx, await listStatusRows(tx)),
    next: null,
  }))
  serve(app, contract.createStatus, (call) => createStatus(call, call.body))
  serve(app, contract.changeStatus, (call) => changeStatus(call, call.params.id, call.body))
}
