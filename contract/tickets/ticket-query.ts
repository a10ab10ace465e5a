import { type FieldOwner, fieldOwners } from '#contract/fields/custom-field-values.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import type { QueryKey, QueryKeys } from '#contract/search/query-keys.ts'
import type { TicketStatus } from './statuses.ts'
import { channels, priorities, statuses, teamStatusLabels, ticketTypes } from './ticket-values.ts'

const titled = (value: string) => ({ value, label: value[0]!.toUpperCase() + value.slice(1).replace('_', ' ') })

/** What `has:` can ask for, and what `is:` can. */
const ticketParts = [
  ...(['attachment', 'note', 'reply', 'article', 'link'] as const),
  ...(['draft', 'incidents', 'side_conversation'] as const),
] as const
const ticketStates = ['unread', 'snoozed', 'spam', 'trashed', 'merged', 'followup', 'overdue', 'held'] as const

/** The keys of a query of tickets. Customers use those of `customerQueryKeys`. */
export const ticketQueryKeys = {
  status: {
    label: 'Status',
    type: 'choice',
    isOrdered: true,
    choices: statuses.map((value) => ({ value, label: teamStatusLabels[value] })),
  },
  priority: { label: 'Priority', type: 'choice', isOrdered: true, choices: priorities.map(titled) },
  type: { label: 'Type', type: 'choice', hasNone: true, choices: ticketTypes.map(titled) },
  channel: { label: 'Channel', type: 'choice', choices: channels.map(titled) },
  assignee: { label: 'Assignee', type: 'person', hasNone: true },
  team: { label: 'Team', type: 'choice', hasNone: true, choices: [{ value: 'mine', label: 'My teams' }] },
  follower: { label: 'Follower', type: 'person', hasNone: true },
  mentions: { label: 'Mentioned', type: 'person', hasNone: true },
  requester: { label: 'Requester', type: 'person' },
  language: { label: 'Language of the requester', type: 'text', hasNone: true },
  company: { label: 'Company', type: 'text', hasNone: true },
  cc: { label: 'CC', type: 'person', hasNone: true },
  tag: { label: 'Tag', type: 'tag', hasNone: true },
  form: { label: 'Form', type: 'text', hasNone: true },
  subject: { label: 'Subject', type: 'text', hasExact: true },
  number: { label: 'Number', type: 'number' },
  has: { label: 'Has', type: 'choice', choices: ticketParts.map(titled) },
  is: { label: 'Is', type: 'choice', choices: ticketStates.map(titled) },
  created: { label: 'Created', type: 'time' },
  updated: { label: 'Updated', type: 'time' },
  solved: { label: 'Solved', type: 'time', hasNone: true },
  closed: { label: 'Closed', type: 'time', hasNone: true },
  waiting: { label: 'Waiting since', type: 'time', hasNone: true },
  due: { label: 'Due', type: 'time', hasNone: true, isFuture: true },
  first_reply: { label: 'First reply', type: 'time', hasNone: true },
  replies: { label: 'Replies', type: 'number' },
  linked: { label: 'Linked to ticket', type: 'number', hasNone: true },
  problem: { label: 'Incident of problem', type: 'number', hasNone: true },
  reopens: { label: 'Reopened', type: 'number' },
} as const satisfies QueryKeys
export type TicketQueryKey = keyof typeof ticketQueryKeys

/** Returns whether the values of a key name members. The other keys of people name customers. */
export const namesMembers = (key: string) => ['assignee', 'follower', 'mentions'].includes(key)

type QueriedStatus = Pick<TicketStatus, 'id' | 'name' | 'category' | 'isDefault'>

/** The key `status` with the statuses of a workspace, which are in the order of `GET /api/v1/statuses`. */
export const statusQueryKey = (own: readonly QueriedStatus[]): QueryKey => ({
  ...ticketQueryKeys.status,
  choices: statuses.flatMap((category) => choicesOfCategory(category, own)),
})

function choicesOfCategory(category: QueriedStatus['category'], own: readonly QueriedStatus[]) {
  const label = teamStatusLabels[category]
  const choices = own
    .filter((status) => status.category === category)
    .map((status) => ({ value: statusValue(status), label: statusValue(status), id: status.id, name: status.name }))
  if (choices.length > 1) return [{ value: category, label: `${label} (all)` }, ...choices]
  // The only status of a category means the same as the category.
  return [
    { value: category, label: choices[0]?.name ?? label },
    ...choices.map((choice) => ({ ...choice, isHidden: true })),
  ]
}

/** Returns the value of a status in a query. The name of a category means all of its statuses. */
export const statusValue = ({ name, category }: QueriedStatus) =>
  name === teamStatusLabels[category] ? `${name} (default)` : name

/** The key `team` with the teams of a workspace. */
export const teamQueryKey = (own: readonly { id: string; name: string }[]): QueryKey => ({
  ...ticketQueryKeys.team,
  choices: [...ticketQueryKeys.team.choices, ...own.map(({ id, name }) => ({ value: name, label: name, id }))],
})

/** The keys that customers can use for their own tickets. The others could reveal internal values. */
export const customerQueryKeys = (({ subject, number, created }) => ({ subject, number, created }))(ticketQueryKeys)

export const ticketOrders = ['waiting', 'created', 'updated', 'priority', 'requester', 'number'] as const
export type TicketOrder = (typeof ticketOrders)[number]

type QueriedField = Pick<CustomField, 'key' | 'label' | 'kind' | 'options'>

const fieldPrefixes = { ticket: 'field.', customer: 'customer.', company: 'company.' } as const

/** The key of a custom field in a query, or with its id in a stored query. */
export const fieldKeyInQuery = (owner: FieldOwner, key: string) => `${fieldPrefixes[owner]}${key}`

/** Returns whose field a key of a query means: that of the ticket, of its requester or of the companies of the requester. */
export const ownerInQuery = (key: string): FieldOwner | undefined =>
  fieldOwners.find((owner) => key.startsWith(fieldPrefixes[owner]))

const ownerLabels = { ticket: '', customer: 'Customer: ', company: 'Company: ' } as const

/** The keys of the custom fields of one owner. */
export const fieldQueryKeys = (owner: FieldOwner, fields: readonly QueriedField[]): QueryKeys =>
  Object.fromEntries(
    fields.map((field) => [
      fieldKeyInQuery(owner, field.key),
      queryKeyOf({ ...field, label: `${ownerLabels[owner]}${field.label}` }),
    ]),
  )

function queryKeyOf({ label, kind, options = [] }: QueriedField): QueryKey {
  const shared = { label, hasNone: true } as const
  if (kind === 'select') {
    const choices = options.map((option) => ({ value: option.key, label: option.label ?? option.key }))
    return { ...shared, type: 'choice', choices }
  }
  if (kind === 'boolean') return { ...shared, type: 'choice', choices: yesOrNo }
  if (kind === 'integer' || kind === 'decimal') return { ...shared, type: 'decimal' }
  if (kind === 'date' || kind === 'datetime') return { ...shared, type: 'time' }
  return { ...shared, type: 'text', hasExact: true }
}

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
