import { z } from 'zod'
import { CustomValues } from '#contract/custom-values.ts'
import { asciiDomain } from '#contract/email-address.ts'
import { endpoint, Id, idParams, line, Nothing, pageOf, paging, settingsBody, Time } from '#contract/endpoint.ts'
import { Notes, ProfileEvent, Tags } from './customers.ts'

export const companyRefusals = {
  'company-not-found': { status: 404, text: 'This company does not exist in this workspace' },
  'domain-taken': { status: 409, text: 'Another company has this domain' },
  'sharing-by-admins': {
    status: 403,
    text: 'Only admins can let the people of a company see each other’s tickets, and change the domains and people of such a company',
  },
  'person-by-domain': {
    status: 409,
    text: 'This person has an address of a domain of the company. Make the person an exception, or remove the domain.',
  },
  'too-many-companies': { status: 409, text: 'A customer belongs to at most 20 companies' },
} as const

export const Company = z.object({
  id: Id,
  name: z.string(),
  domains: z.array(z.string()).describe('A customer with an address of one of these domains joins by itself'),
  tags: z.array(z.string()),
  notes: z.string().describe('What the team notes about the company. Customers never see it'),
  sharesTickets: z.boolean().describe('Whether the people of the company see each other’s tickets in the portal'),
  customFields: CustomValues,
  peopleCount: z.number().int(),
  createdAt: Time,
})

const Domain = z
  .string()
  .trim()
  .transform((typed, context) => {
    const domain = asciiDomain(typed.toLowerCase().replace(/^@/, ''))
    if (/^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(domain)) return domain
    context.addIssue({ code: 'custom', message: 'Enter a domain, such as example.com' })
    return z.NEVER
  })

const fields = {
  name: line(120).min(1, 'Enter a name'),
  domains: z.array(Domain).max(50, 'A company has at most 50 domains'),
  tags: Tags,
  notes: Notes,
  sharesTickets: z.boolean(),
  customFields: CustomValues,
}

const reading = { for: ['team', 'key'], scope: 'customers:read' } as const
const writing = { for: ['team', 'key'], scope: 'customers:write', counts: 'write', needs: ['service'] } as const

export const listCompanies = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/companies',
  counts: 'search',
  summary: 'Companies, newest first. `q` searches names and domains',
  query: z.strictObject({ ...paging, q: z.string().max(256).optional() }),
  answer: pageOf(Company),
})

export const showCompany = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/companies/:id',
  summary: 'One company',
  params: idParams,
  answer: Company,
  refusals: ['company-not-found'],
})

export const createCompany = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/companies',
  summary: 'Creates a company. Customers with an address of its domains join',
  status: 201,
  body: z.strictObject({ ...z.strictObject(fields).partial().shape, name: fields.name }),
  answer: Company,
  refusals: ['domain-taken', 'sharing-by-admins', 'custom-values-too-large'],
})

export const changeCompany = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/v1/companies/:id',
  summary: 'Changes a company. Customers with an address of a new domain join, those of a removed domain leave',
  params: idParams,
  body: settingsBody(fields),
  answer: Company,
  refusals: ['company-not-found', 'conflict', 'domain-taken', 'sharing-by-admins', 'custom-values-too-large'],
})

export const deleteCompany = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/v1/companies/:id',
  summary: 'Deletes a company. Its people and their tickets stay',
  params: idParams,
  answer: Nothing,
  refusals: ['company-not-found'],
})

export const listCompanyEvents = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/companies/:id/events',
  summary: 'The history of a company, latest first',
  params: idParams,
  query: z.strictObject(paging),
  answer: pageOf(ProfileEvent),
  refusals: ['company-not-found'],
})

const CompanyPerson = z.object({
  id: Id.describe('Id of the customer'),
  name: z.string(),
  address: z.string().describe('The primary address'),
  isByDomain: z.boolean().describe('Whether the person joined by an address of a domain of the company'),
  sharesTickets: z
    .boolean()
    .describe('False for an exception: a person who neither sees tickets of the others nor shows theirs'),
})

export const listCompanyPeople = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/companies/:id/people',
  summary: 'The customers of a company, oldest first',
  params: idParams,
  query: z.strictObject(paging),
  answer: pageOf(CompanyPerson),
  refusals: ['company-not-found'],
})

const onePerson = {
  params: z.strictObject({ id: Id, customerId: Id }),
  path: '/api/v1/companies/:id/people/:customerId',
} as const

export const putCompanyPerson = endpoint({
  ...writing,
  ...onePerson,
  method: 'PUT',
  summary: 'Adds a customer to a company, or changes whether the customer shares tickets with the others',
  body: z.strictObject({ sharesTickets: z.boolean() }),
  answer: CompanyPerson,
  refusals: ['company-not-found', 'customer-not-in-workspace', 'sharing-by-admins', 'too-many-companies'],
})

export const removeCompanyPerson = endpoint({
  ...writing,
  ...onePerson,
  method: 'DELETE',
  summary: 'Removes a customer from a company',
  answer: Nothing,
  refusals: ['company-not-found', 'person-by-domain', 'sharing-by-admins'],
})

export const listSharingCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/customer-companies',
  for: ['customer'],
  summary: 'The companies whose people share tickets with the calling customer',
  answer: pageOf(z.object({ id: Id, name: z.string() })),
})
