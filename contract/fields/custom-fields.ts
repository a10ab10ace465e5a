import { z } from 'zod'
import { baseOf, endpoint, Id, idParams, line, Time } from '#contract/endpoint.ts'
import { keysOf } from '#contract/keys-of.ts'
import {
  type CustomFieldKind,
  customFieldKinds,
  type FieldOwner,
  mostCustomFields,
  mostCustomValueBytes,
  mostKeptCustomFields,
  portalAccesses,
  requiredMoments,
} from './custom-field-values.ts'
import { FieldKey } from './fields.ts'
import { kinds, SelectOption } from './kinds.ts'

export const customFieldRefusals = {
  'custom-field-not-found': { status: 404, text: 'There is no such field' },
  'custom-field-key-taken': { status: 409, text: 'Another field has this key. It may be archived.' },
  'too-many-custom-fields': {
    status: 409,
    text: `A workspace has at most ${mostCustomFields} fields of tickets, of customers and of companies each, and ${mostKeptCustomFields} with archived ones`,
  },
  'fields-missing': { status: 409, text: 'Some fields must be filled in before the ticket is solved' },
  'custom-values-too-large': {
    status: 400,
    text: `The custom fields have at most ${mostCustomValueBytes / 1000} kB together. Shorten a text.`,
  },
} as const

const shared = {
  key: FieldKey.max(40, 'Use at most 40 characters').describe(
    'Name in the API and in queries: `field.KEY` of a ticket, `customer.KEY` of its requester, `company.KEY` of their companies',
  ),
  label: line(80).min(1, 'Enter a label'),
  help: line(300),
  required: z
    .enum(requiredMoments)
    .describe(
      '`on_create`: requests in the customer area and tickets by the team and by keys need a value. `on_solve`: the team can solve the ticket only with a value',
    ),
  portal: z.enum(portalAccesses).describe('What customers can do with the value of their own requests'),
  condition: z
    .strictObject({
      field: z.string().max(60).describe('Key or id of the other field'),
      equals: z.union([z.string().max(200), z.boolean(), z.number()]),
    })
    .nullable()
    .describe('Shows and requires the field only if another field has the value `equals`'),
  default: z.unknown().describe('Value of new tickets'),
}
const { key, label, ...rest } = shared
const optional = z.strictObject(rest).partial().shape

export const CustomOption = SelectOption.extend({
  isArchived: z.boolean().optional().describe('The option stays where it is the value, but cannot be chosen any more'),
})
export type CustomOption = z.output<typeof CustomOption>

const options = z
  .array(CustomOption, 'Add an option')
  .min(1, 'Add an option')
  .max(200)
  .refine((all) => new Set(all.map((option) => option.key)).size === all.length, 'Two options have the same key')

// Customers and companies also come from mails, so a field cannot be required of them or have a value from the start.
const ofProfiles = {
  required: z.literal('never', 'Only ticket fields can be required'),
  portal: z.literal('hidden', 'Customers see only ticket fields'),
}
const withoutDefault = { default: z.null('Only ticket fields have a default') }

const newOf = (owner: FieldOwner, kind: CustomFieldKind) => {
  const settings: z.ZodRawShape = kinds.find(({ name }) => name === kind)!.settings
  return z.strictObject({
    key,
    label,
    ...optional,
    ...(owner !== 'ticket' && z.strictObject({ ...ofProfiles, ...withoutDefault }).partial().shape),
    kind: z.literal(kind),
    ...settings,
    ...(kind === 'select' && { options }),
  })
}
const [firstKind, ...otherKinds] = customFieldKinds

const edge = z.union([z.int(), z.string()]).optional()
const settings = z.object({
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  pattern: z.string().optional(),
  oneOf: z.array(z.string()).optional(),
  min: edge.describe('A whole number, or a text for decimals and dates'),
  max: edge,
  scale: z.int().optional(),
  unit: z.string().optional(),
  timeZone: z.string().optional(),
  options: z.array(CustomOption).optional(),
  many: z.boolean().optional(),
})
export type CustomFieldSettings = z.output<typeof settings>
export const customFieldSettings = keysOf(settings.shape)

const common = z.strictObject(shared)
type Common = z.output<typeof common>
export type NewCustomField = Pick<Common, 'key' | 'label'> &
  Partial<Common> & { kind: CustomFieldKind } & CustomFieldSettings
const newField = (owner: FieldOwner) =>
  z.discriminatedUnion('kind', [
    newOf(owner, firstKind),
    ...otherKinds.map((kind) => newOf(owner, kind)),
  ]) as z.ZodType<NewCustomField>

/** A field with the settings of its kind, which are those of fields of the content. */
export const NewCustomField = newField('ticket')
/** A field of customers or companies. */
export const NewProfileField = newField('customer')

export const CustomField = z.object({
  id: Id,
  ...shared,
  key: z.string(),
  kind: z.enum(customFieldKinds),
  default: z.unknown().optional(),
  ...settings.shape,
  position: z.int().describe('Place in the list, from 0'),
  archivedAt: Time.nullable().describe('An archived field keeps its values, but is shown nowhere'),
})
export type CustomField = z.output<typeof CustomField>
export type TicketField = CustomField

const setting = z.unknown().describe('As for a new field. `null` removes the setting')
const changes = {
  ...shared,
  ...(Object.fromEntries(customFieldSettings.map((name) => [name, setting])) as Record<
    keyof CustomFieldSettings,
    typeof setting
  >),
  position: z
    .int()
    .min(0)
    .max(mostKeptCustomFields)
    .describe('New place among the fields that are not archived, from 0'),
}

const archived = z.enum(['true', 'false']).default('false')
const fieldWrite = { for: ['admin'], counts: 'write', needs: ['service'], bodyLimit: 262_144 } as const

/** The endpoints with which admins change the fields of one owner. */
const writesOf = <const Path extends string>(
  path: Path,
  { owners, body }: { owners: string; body: z.ZodType<NewCustomField> },
) => {
  const one = { ...fieldWrite, path: `${path}/:id`, params: idParams, answer: CustomField } as const
  const archive = { ...one, path: `${path}/:id/archive` } as const
  return {
    create: endpoint({
      ...fieldWrite,
      method: 'POST',
      path,
      summary: `Creates a custom field of ${owners}, as the last one`,
      status: 201,
      body,
      answer: CustomField,
      refusals: ['custom-field-key-taken', 'too-many-custom-fields', 'custom-field-not-found'],
    }),
    change: endpoint({
      ...one,
      method: 'PATCH',
      summary: `Changes a custom field of ${owners}, or moves it. An option that is in use is archived instead of removed`,
      body: z.strictObject({ ...changes, base: baseOf(changes) }).partial(),
      refusals: ['custom-field-not-found', 'custom-field-key-taken', 'conflict'],
    }),
    archive: endpoint({
      ...archive,
      method: 'PUT',
      summary: `Archives a custom field of ${owners}. Its values are kept`,
      refusals: ['custom-field-not-found'],
    }),
    restore: endpoint({
      ...archive,
      method: 'DELETE',
      summary: `Restores an archived custom field of ${owners} with its values`,
      refusals: ['custom-field-not-found', 'too-many-custom-fields'],
    }),
  }
}

export type FieldWrites = ReturnType<typeof writesOf<string>>

const profileFields = <const Path extends string>(path: Path, owners: string) => ({
  ...writesOf(path, { owners, body: NewProfileField }),
  list: endpoint({
    method: 'GET',
    path,
    for: ['team', 'key'],
    scope: 'customers:read',
    summary: `The custom fields of ${owners} in their order`,
    query: z.strictObject({ archived: archived.describe('`true`: the archived fields') }),
    answer: z.object({ items: z.array(CustomField), next: z.null() }),
  }),
})

export const listTicketFields = endpoint({
  method: 'GET',
  path: '/api/v1/ticket-fields',
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  summary: 'The custom fields of tickets in their order. Customers get those that they can read or write',
  query: z.strictObject({ archived: archived.describe('`true`: the archived fields; team only') }),
  answer: z.object({ items: z.array(CustomField), next: z.null() }),
})

export const {
  create: createTicketField,
  change: changeTicketField,
  archive: archiveTicketField,
  restore: restoreTicketField,
} = writesOf('/api/v1/ticket-fields', { owners: 'tickets', body: NewCustomField })

export const {
  list: listCustomerFields,
  create: createCustomerField,
  change: changeCustomerField,
  archive: archiveCustomerField,
  restore: restoreCustomerField,
} = profileFields('/api/v1/customer-fields', 'customers')

export const {
  list: listCompanyFields,
  create: createCompanyField,
  change: changeCompanyField,
  archive: archiveCompanyField,
  restore: restoreCompanyField,
} = profileFields('/api/v1/company-fields', 'companies')
