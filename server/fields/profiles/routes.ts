import * as companyContract from '#contract/workspace/companies.ts'
import * as contract from '#contract/workspace/customers.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { isFollowing } from '#server/search/following/follow.ts'
import { changeCompany, createCompany, listCompanies, showCompany } from './companies.ts'
import {
  blockCustomer,
  changeCustomer,
  createCustomer,
  listCustomers,
  putByExternalId,
  showCustomer,
  unblockCustomer,
} from './customers.ts'

export function profileRoutes(app: App) {
  serve(app, contract.listCustomers, ({ tx, query }) => listCustomers(tx, query), undefined, isFollowing)
  serve(app, contract.showCustomer, ({ tx, params }) => showCustomer(tx, params.id))
  serve(app, contract.createCustomer, ({ tx, caller, body }) => createCustomer(tx, caller, body))
  serve(app, contract.putCustomerByExternalId, ({ tx, caller, body }) => putByExternalId(tx, caller, body))
  serve(app, contract.changeCustomer, ({ tx, caller, params, body }) => changeCustomer(tx, caller, params.id, body))
  serve(app, contract.blockCustomer, ({ tx, caller, params }) => blockCustomer(tx, caller, params.id))
  serve(app, contract.unblockCustomer, ({ tx, caller, params }) => unblockCustomer(tx, caller, params.id))
  serve(app, companyContract.listCompanies, ({ tx, query }) => listCompanies(tx, query))
  serve(app, companyContract.showCompany, ({ tx, params }) => showCompany(tx, params.id))
  serve(app, companyContract.createCompany, ({ tx, caller, body }) => createCompany(tx, caller, body))
  serve(app, companyContract.changeCompany, ({ tx, caller, params, body }) =>
    changeCompany(tx, caller, params.id, body),
  )
}
