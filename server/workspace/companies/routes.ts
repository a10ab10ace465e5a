import * as contract from '#contract/workspace/companies.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listCompanyEvents, listCompanyPeople, listSharingCompanies } from './list-companies.ts'
import { deleteCompany, putCompanyPerson, removeCompanyPerson } from './write-company.ts'

/** `server/fields/profiles` serves the endpoints that answer companies with their custom fields. */
export function companyRoutes(app: App) {
  serve(app, contract.deleteCompany, ({ tx, caller, params }) => deleteCompany(tx, caller, params.id))
  serve(app, contract.listCompanyPeople, ({ tx, params, query }) => listCompanyPeople(tx, params.id, query))
  serve(app, contract.listCompanyEvents, ({ tx, params, query }) => listCompanyEvents(tx, params.id, query))
  serve(app, contract.putCompanyPerson, ({ tx, caller, params, body }) => putCompanyPerson(tx, caller, params, body))
  serve(app, contract.removeCompanyPerson, ({ tx, caller, params }) => removeCompanyPerson(tx, caller, params))
  serve(app, contract.listSharingCompanies, ({ tx, caller }) => listSharingCompanies(tx, caller.id))
}
