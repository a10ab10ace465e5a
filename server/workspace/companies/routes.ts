import * as contract from '#contract/workspace/companies.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listCompanies, listCompanyPeople, listSharingCompanies, showCompany } from './list-companies.ts'
import { changeCompany, createCompany, deleteCompany, putCompanyPerson, removeCompanyPerson } from './write-company.ts'

export function companyRoutes(app: App) {
  serve(app, contract.listCompanies, ({ tx, query }) => listCompanies(tx, query))
  serve(app, contract.showCompany, ({ tx, params }) => showCompany(tx, params.id))
  serve(app, contract.createCompany, ({ tx, caller, body }) => createCompany(tx, caller, body))
  serve(app, contract.changeCompany, ({ tx, caller, params, body }) => changeCompany(tx, caller, params.id, body))
  serve(app, contract.deleteCompany, ({ tx, caller, params }) => deleteCompany(tx, caller, params.id))
  serve(app, contract.listCompanyPeople, ({ tx, params, query }) => listCompanyPeople(tx, params.id, query))
  serve(app, contract.putCompanyPerson, ({ tx, caller, params, body }) => putCompanyPerson(tx, caller, params, body))
  serve(app, contract.removeCompanyPerson, ({ tx, caller, params }) => removeCompanyPerson(tx, caller, params))
  serve(app, contract.listSharingCompanies, ({ tx, caller }) => listSharingCompanies(tx, caller.id))
}
