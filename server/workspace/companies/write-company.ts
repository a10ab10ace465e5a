import type { BodyOf } from '#contract/endpoint.ts'
import { aboutCompany, aboutCustomer } from '#contract/events.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { changeCompany as changeContract, createCompany as contract } from '#contract/workspace/companies.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { showCompany } from './list-companies.ts'
import { isPublicMailProvider } from './public-mail-providers.ts'
import {
  countCompaniesOf,
  deleteCompanyRow,
  deleteDomains,
  deletePerson,
  findCustomer,
  findDomainOwner,
  findPerson,
  insertCompany,
  insertDomains,
  joinByDomains,
  leaveWithoutDomain,
  listPeople,
  lockCompany,
  putPerson,
  renewCompanyWords,
  updateCompany,
} from './queries.ts'
import { lockDomain } from './renew-memberships.ts'

export const mostCompanies = 20

/** The values of custom fields are changed by `server/fields/profiles`, which knows the fields. */
type WithoutFields<Body> = Omit<Body, 'customFields'>

export async function createCompany(
  tx: WorkspaceTx,
  by: Member,
  { name, domains = [], ...rest }: WithoutFields<BodyOf<typeof contract>>,
) {
  refuseSharing(by, rest.sharesTickets)
  const { id } = await insertCompany(tx, name)
  await updateCompany(tx, id, { name, ...withoutDoubles(rest) })
  await changeDomains(tx, id, { before: [], wanted: [...new Set(domains)] })
  await renewCompanyWords(tx, id)
  await record(tx, { type: 'company.created', subject: aboutCompany(id), by: byMember(by), audience: 'team' })
  return showCompany(tx, id)
}

export async function changeCompany(
  tx: WorkspaceTx,
  by: Member,
  id: string,
  { base, ...wanted }: WithoutFields<BodyOf<typeof changeContract>>,
) {
  const current = await lockCompany(tx, id)
  if (!current) throw new Refusal('company-not-found')
  refuseOverwriting({ base, current, wanted })
  const { domains, ...rest } = wanted
  const changes = changedFields(current, {
    ...withoutDoubles(rest),
    domains: domains && [...new Set(domains)].sort(),
  })
  if (isNothing(changes)) return showCompany(tx, id)
  const { domains: changedDomains, ...fields } = changes
  refuseSharing(by, fields.sharesTickets !== undefined || (changedDomains && current.sharesTickets))
  if (!isNothing(fields)) await updateCompany(tx, id, fields)
  if (changedDomains) await changeDomains(tx, id, { before: current.domains, wanted: changedDomains })
  await renewCompanyWords(tx, id)
  const old = Object.fromEntries(keysOf(changes).map((field) => [field, current[field]]))
  const event = { type: 'company.changed', subject: aboutCompany(id), old, new: changes } as NewEvent<'company.changed'>
  await record(tx, { ...event, by: byMember(by), audience: 'team' })
  return showCompany(tx, id)
}

export const storeCustomValues = (tx: WorkspaceTx, id: string, customFields: Record<string, unknown>) =>
  updateCompany(tx, id, { customFields })

export async function deleteCompany(tx: WorkspaceTx, by: Member, id: string) {
  const current = await lockCompany(tx, id)
  if (!current || !(await deleteCompanyRow(tx, id))) throw new Refusal('company-not-found')
  const gone = { id, name: current.name }
  await record(tx, {
    type: 'company.deleted',
    subject: aboutCompany(id),
    by: byMember(by),
    audience: 'team',
    new: gone,
  })
  return {}
}

export async function putCompanyPerson(
  tx: WorkspaceTx,
  by: Member,
  { id, customerId }: { id: string; customerId: string },
  { sharesTickets }: { sharesTickets: boolean },
) {
  const company = await lockCompany(tx, id)
  if (!company) throw new Refusal('company-not-found')
  if (!(await findCustomer(tx, customerId))) throw new Refusal('customer-not-in-workspace')
  const known = await findPerson(tx, id, customerId)
  if (known?.sharesTickets !== sharesTickets) {
    refuseSharing(by, company.sharesTickets)
    if (!known && (await countCompaniesOf(tx, customerId)) >= mostCompanies) throw new Refusal('too-many-companies')
    await putPerson(tx, id, customerId, sharesTickets)
    noteChanges(tx, 'customer', [customerId])
    const about = { subject: aboutCustomer(customerId), by: byMember(by), audience: 'team' } as const
    const of = { id, name: company.name }
    if (known) await record(tx, { ...about, type: 'company-person.changed', new: { ...of, sharesTickets } })
    else await record(tx, { ...about, type: 'company-person.added', new: of })
  }
  return showPerson(tx, id, customerId)
}

export async function removeCompanyPerson(
  tx: WorkspaceTx,
  by: Member,
  { id, customerId }: { id: string; customerId: string },
) {
  const company = await lockCompany(tx, id)
  if (!company) throw new Refusal('company-not-found')
  const known = await findPerson(tx, id, customerId)
  if (!known) return {}
  if (known.isByDomain) throw new Refusal('person-by-domain')
  refuseSharing(by, company.sharesTickets)
  await deletePerson(tx, id, customerId)
  noteChanges(tx, 'customer', [customerId])
  const about = { subject: aboutCustomer(customerId), by: byMember(by), audience: 'team' } as const
  await record(tx, { ...about, type: 'company-person.removed', new: { id, name: company.name } })
  return {}
}

async function showPerson(tx: WorkspaceTx, id: string, customerId: string) {
  const [person] = await listPeople(tx, id, { only: customerId, limit: 1 })
  return person!
}

/** Only admins decide who reads the tickets of others in the portal. */
function refuseSharing(by: Member, isSharing: boolean | undefined) {
  if (isSharing && !by.isAdmin) throw new Refusal('sharing-by-admins')
}

// Replaces the domains of a company. Locks them in a fixed order, so that two calls cannot deadlock.
async function changeDomains(tx: WorkspaceTx, id: string, { before, wanted }: { before: string[]; wanted: string[] }) {
  const added = wanted.filter((domain) => !before.includes(domain))
  const gone = before.filter((domain) => !wanted.includes(domain))
  for (const domain of [...added, ...gone].sort()) await lockDomain(tx, domain, 'alone')
  for (const domain of added) await refuseDomain(tx, domain, wanted.indexOf(domain))
  if (gone.length > 0) await deleteDomains(tx, id, gone)
  if (added.length > 0) await insertDomains(tx, id, added)
  const joined = added.length > 0 ? await joinByDomains(tx, id, added) : []
  const left = gone.length > 0 ? await leaveWithoutDomain(tx, id) : []
  noteChanges(tx, 'customer', [...joined, ...left])
}

async function refuseDomain(tx: WorkspaceTx, domain: string, at: number) {
  if (isPublicMailProvider(domain)) {
    const text = `Anybody can get an address at ${domain}, so its people do not belong to one company`
    throw new Refusal('invalid', { fields: { [`domains.${at}`]: text } })
  }
  const owner = await findDomainOwner(tx, domain)
  if (!owner) return
  const fields = { [`domains.${at}`]: `Another company has ${domain}` }
  throw new Refusal('domain-taken', { fields, shown: { domain, companyId: owner.companyId } })
}

const withoutDoubles = <T extends { tags?: string[] | undefined }>({ tags, ...rest }: T) => ({
  ...rest,
  ...(tags && { tags: [...new Set(tags)] }),
})
