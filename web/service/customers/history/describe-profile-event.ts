import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { ProfileEvent } from '#contract/workspace/customers.ts'
import { languageName } from '#web/lib/words/language-name.ts'

type Values = Record<string, unknown>

const listed = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
const quoted = (value: unknown) => `“${String(value)}”`

const plain =
  (label: string, words: (value: unknown) => string = quoted) =>
  (after: unknown, before: unknown) =>
    describeValue(`the ${label}`, before ? words(before) : '', after ? words(after) : '')

function describeValue(label: string, before: string, after: string) {
  if (!after) return `removed ${label}${before && ` ${before}`}`
  return before ? `changed ${label} from ${before} to ${after}` : `set ${label} to ${after}`
}

const list =
  (one: string, many: string, words: (value: string) => string = quoted) =>
  (after: unknown, before: unknown) => {
    const [old, now] = [listed(before), listed(after)]
    const say = (verb: string, values: string[]) =>
      values.length > 0 && `${verb} the ${values.length === 1 ? one : many} ${values.map(words).join(', ')}`
    const parts = [
      say(
        'added',
        now.filter((value) => !old.includes(value)),
      ),
      say(
        'removed',
        old.filter((value) => !now.includes(value)),
      ),
    ]
    return parts.filter(Boolean).join(' and ') || `changed the order of the ${many}`
  }

const fields: Record<string, (after: unknown, before: unknown) => string> = {
  name: plain('name'),
  emails: list('address', 'addresses', shownAddress),
  phones: list('phone number', 'phone numbers', String),
  domains: list('domain', 'domains', String),
  tags: list('tag', 'tags'),
  language: plain('language', (value) => languageName(String(value))),
  timeZone: plain('time zone', String),
  externalId: plain('external id'),
  notes: () => 'changed the notes',
  sharesTickets: (after) =>
    after ? 'let its people see each other’s tickets' : 'stopped sharing tickets among its people',
}

const mostLetters = 80
const shortened = (text: unknown) => {
  const all = String(text)
  return quoted(all.length > mostLetters ? `${all.slice(0, mostLetters)}…` : all)
}

function describeField(before: Values, { field, text }: Values) {
  const label = field instanceof Object && 'label' in field ? String(field.label) : 'field'
  return describeValue(label, before.text ? shortened(before.text) : '', text ? shortened(text) : '')
}

type Happened = Pick<ProfileEvent, 'type' | 'old' | 'new'>

/** Describes an event of a customer or company. The name of the actor stands before it. */
export function describeProfileEvent({ type, old, new: after }: Happened): string {
  const [before, values] = [(old ?? {}) as Values, (after ?? {}) as Values]
  if (type === 'customer.created') return 'created the customer'
  if (type === 'company.created') return 'created the company'
  if (type === 'customer-field.changed' || type === 'company-field.changed') return describeField(before, values)
  if (type === 'customer.blocked') return 'blocked the customer'
  if (type === 'customer.unblocked') return 'unblocked the customer'
  if (type === 'customer.erased') return 'erased the personal data of the customer'
  if (type === 'customer-merge.set') return `merged the customer into ${values.name || 'another customer'}`
  if (type === 'customer-merge.ended') return `undid the merge into ${values.name || 'another customer'}`
  if (type === 'merged-customer.added') return `merged ${values.name || 'another customer'} into the customer`
  if (type === 'merged-customer.removed') return `undid the merge of ${values.name || 'another customer'}`
  if (type === 'company-person.added') return `added the customer to ${values.name}`
  if (type === 'company-person.removed') return `removed the customer from ${values.name}`
  if (type === 'company-person.changed')
    return values.sharesTickets
      ? `ended the exception at ${values.name}`
      : `made the customer an exception at ${values.name}`
  if (type === 'suppression.lifted') return `allowed mails to ${shownAddress(String(values.address))} again`
  const changes = Object.keys(values).flatMap((field) => fields[field]?.(values[field], before[field]) ?? [])
  return changes.join(', ') || type.replaceAll(/[.-]/g, ' ')
}
