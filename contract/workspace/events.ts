import { z } from 'zod'
import { CustomValueInEvent } from '#contract/custom-values.ts'
import { Id } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'
import { Takers } from './team.ts'

const Facts = z
  .object({
    name: z.string(),
    emails: z.array(z.string()),
    phones: z.array(z.string()),
    tags: z.array(z.string()),
    language: z.string().nullable(),
    timeZone: z.string().nullable(),
    notes: z.string(),
    externalId: z.string().nullable(),
  })
  .partial()

const CompanyFacts = z
  .object({
    name: z.string(),
    domains: z.array(z.string()),
    tags: z.array(z.string()),
    notes: z.string(),
    sharesTickets: z.boolean(),
  })
  .partial()
const OfCompany = z.object({ id: Id, name: z.string() })
const OfCustomer = z.object({ id: Id, name: z.string() })

export const workspaceEvents = {
  'company.created': { isHistory: true },
  'company.changed': { isHistory: true, old: CompanyFacts, new: CompanyFacts },
  'company-field.changed': { isHistory: true, old: CustomValueInEvent, new: CustomValueInEvent },
  'company.deleted': { isHistory: true, new: OfCompany },
  'company-person.added': { isHistory: true, new: OfCompany },
  'company-person.changed': { isHistory: true, new: OfCompany.extend({ sharesTickets: z.boolean() }) },
  'company-person.removed': { isHistory: true, new: OfCompany },
  'customer.created': { isHistory: true },
  'customer.changed': { isHistory: true, old: Facts, new: Facts },
  'customer-field.changed': { isHistory: true, old: CustomValueInEvent, new: CustomValueInEvent },
  'customer.blocked': { isHistory: true },
  'customer.unblocked': { isHistory: true },
  'customer.erased': { isHistory: true },
  'customer-merge.set': { isHistory: true, new: OfCustomer },
  'customer-merge.ended': { isHistory: true, new: OfCustomer },
  'merged-customer.added': { isHistory: true, new: OfCustomer },
  'merged-customer.removed': { isHistory: true, new: OfCustomer },
  'suppression.lifted': { isHistory: true, new: z.object({ address: z.string() }) },
  'workspace.founded': { isHistory: false },
  'api-keys.changed': { isHistory: false },
  'ticket-fields.changed': { isHistory: false },
  'customer-fields.changed': { isHistory: false },
  'company-fields.changed': { isHistory: false },
  'member.deactivated': {
    isHistory: false,
    with: Takers.extend({ memberId: Id }),
  },
  'workspace.suspended': { isHistory: false },
  'workspace.resumed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
