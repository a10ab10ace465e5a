import * as contract from '#contract/workspace/customers.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { showSuppression } from './customer-accounts.ts'
import { changeOwnName, liftSuppression, listCustomerEvents } from './write-customer.ts'

/** `server/fields/profiles` serves the endpoints that answer customers with their custom fields. */
export function customerRoutes(app: App) {
  serve(app, contract.listCustomerEvents, ({ tx, params, query }) => listCustomerEvents(tx, params.id, query))
  serve(app, contract.liftSuppression, ({ tx, caller, query }) => liftSuppression(tx, caller, query.address))
  serve(app, contract.showSuppression, ({ tx, query }) => showSuppression(tx, query.address))
  serve(app, contract.changeOwnName, ({ tx, caller, body }) => changeOwnName(tx, caller.id, body.name))
}
