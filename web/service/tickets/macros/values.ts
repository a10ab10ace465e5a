import type { CustomField, TicketField } from '#contract/fields/custom-fields.ts'
import { type FilledPiece, fieldVariable, fillText, inputVariable } from '#contract/tickets/macro-variables.ts'
import type { Macro } from '#contract/tickets/macros.ts'
import { customValueInWords } from '#web/fields/custom/custom-fields.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Customer, Ticket } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'

type ValueContext = {
  ticket: Pick<Ticket, 'id' | 'number' | 'subject' | 'requester' | 'customFields'>
  customer: Pick<Customer, 'customFields' | 'erasedAt'>
  viewer: Pick<Viewer, 'name' | 'surname' | 'email' | 'workspace'>
  fields: TicketField[]
  customerFields: CustomField[]
  timeZone: string
  textKind: Macro['textKind']
  /** The values of the inputs, in words. */
  inputs: Record<string, string>
}

/** Returns a function that finds the value of a variable. */
export function valuesFor(context: ValueContext) {
  const { ticket, customer, viewer, fields, customerFields, timeZone, textKind, inputs } = context
  // An erased customer is called “Erased customer”, which is no name to write to.
  const customerName = customer.erasedAt ? '' : ticket.requester.name
  const path = textKind === 'note' ? ticketHref(ticket.id) : `/customer/tickets/${ticket.id}`
  const values: Record<string, string> = {
    'ticket.number': String(ticket.number),
    'ticket.subject': ticket.subject,
    'ticket.url': `${location.origin}${path}`,
    'customer.name': customerName,
    'customer.first_name': firstNameOf(customerName),
    'agent.name': fullName(viewer),
    'agent.first_name': viewer.name,
    'workspace.name': viewer.workspace?.name ?? '',
    ...named(
      fields,
      ({ key }) => fieldVariable('ticket', key),
      (field) => customValueInWords(field, ticket.customFields[field.key], timeZone),
    ),
    ...named(
      customerFields,
      ({ key }) => fieldVariable('customer', key),
      (field) => customValueInWords(field, customer.customFields[field.key], timeZone),
    ),
    ...named(
      Object.entries(inputs),
      ([key]) => inputVariable(key),
      ([, value]) => value,
    ),
  }
  return (key: string) => (Object.hasOwn(values, key) ? values[key] : null)
}

const named = <T>(items: T[], keyOf: (item: T) => string, wordsOf: (item: T) => string) =>
  Object.fromEntries(items.map((item) => [keyOf(item), wordsOf(item)]))

const firstNameOf = (name: string) => name.trim().split(/\s+/)[0] ?? ''

type Texts = Pick<Macro, 'text' | 'texts'>

/** Returns the text in the language of the customer or, without one, the first text. */
export function textFor({ text, texts }: Texts, language: string | null): string {
  const own = language === null ? undefined : (texts[language] ?? texts[language.split('-')[0]!])
  return own || text || (Object.values(texts)[0] ?? '')
}

const blocks = 'p, li, pre, blockquote, h1, h2, h3, h4, div'

export type PreviewedPiece = FilledPiece & { at: number }

/** Returns the text of a macro without formats, one list of pieces for each block. */
export function previewOf(html: string, valueFor: (key: string) => string | null | undefined): PreviewedPiece[][] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const innermost = [...body.querySelectorAll(blocks)].filter((block) => !block.querySelector(blocks))
  const all = innermost.length > 0 ? innermost : [body]
  let at = 0
  return all
    .map((block) => fillText(block.textContent ?? '', valueFor).map((piece) => ({ ...piece, at: at++ })))
    .filter((pieces) => pieces.length > 0)
}
