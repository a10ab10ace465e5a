import * as contract from '#contract/workspace/customers.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isFollowing } from '#server/search/following/follow.ts'
import { blockCustomer, unblockCustomer } from './block-customer.ts'
import { showSuppression } from './customer-accounts.ts'
import { listCustomers } from './list-customers.ts'
import {
  changeCustomer,
  changeOwnName,
  createCustomer,
  liftSuppression,
  listCustomerEvents,
  putByExternalId,
  showCustomer,
} from './write-customer.ts'

export function customerRoutes(app: App) {
  serve(app, contract.listCustomers, ({ tx, query }) => listCustomers(tx, query), undefined, isFollowing)
  serve(app, contract.showCustomer, ({ tx, params }) => showCustomer(tx, params.id))
  serve(app, contract.listCustomerEvents, ({ tx, params, query }) => listCustomerEvents(tx, params.id, query))
  serve(app, contract.liftSuppression, ({ tx, caller, query }) => liftSuppression(tx, caller, query.address))
  serve(app, contract.showSuppression, ({ tx, query }) => showSuppression(tx, query.address))
  serve(app, contract.createCustomer, ({ tx, caller, body }) => createCustomer(tx, caller, body))
  serve(app, contract.putCustomerByExternalId, ({ tx, caller, body }) => putByExternalId(tx, caller, body))
  serve(app, contract.changeCustomer, ({ tx, caller, params, body }) => changeCustomer(tx, caller, params.id, body))
  serve(app, contract.blockCustomer, ({ tx, caller, params }) => blockCustomer(tx, caller, params.id))
  serve(app, contract.unblockCustomer, ({ tx, caller, params }) => unblockCustomer(tx, caller, params.id))
  serve(app, contract.changeOwnName, ({ tx, caller, body }) => changeOwnName(tx, caller.id, body.name))
}
