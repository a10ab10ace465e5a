import { fieldVariable } from '#contract/tickets/macro-variables.ts'
import type { CustomField } from '#server/fields/custom-fields/custom-field.ts'
import { describeCustomValue } from '#server/fields/custom-fields/custom-values.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { sanitizeComposedHtml } from '#server/platform/html/sanitize-html.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnknownVariables } from '#server/tickets/macros/check-macro.ts'
import { fillVariables } from '#server/tickets/macros/variables-in-html.ts'
import { closestLanguage } from '#server/workspace/languages/languages.ts'
import { findAuthor, findTextContext, type IncidentFacts } from './queries.ts'

export type ReplyTexts = { body: string; texts: Record<string, string> }

/** Sanitizes the texts of a reply. Refuses an empty text and unknown variables. */
export async function cleanTexts(
  tx: WorkspaceTx,
  { text, texts }: { text: string; texts: Record<string, string> },
): Promise<ReplyTexts> {
  const clean = {
    body: sanitizeComposedHtml(text),
    texts: Object.fromEntries(
      Object.entries(texts)
        .map(([language, html]) => [language, sanitizeComposedHtml(html)] as const)
        .filter(([, html]) => htmlToText(html).trim() !== ''),
    ),
  }
  if (htmlToText(clean.body).trim() === '') throw new Refusal('nothing-to-say')
  await refuseUnknownVariables(tx, { ...clean, inputs: [] })
  return clean
}

type Filled = { language: string; html: string; unfilled: string[] }
export type Filler = (incident: IncidentFacts, texts: ReplyTexts) => Filled

/** Returns a function that writes the reply for an incident: in the language of its customer, with all variables. */
export async function findFiller(
  tx: WorkspaceTx,
  platform: Pick<Platform, 'settings'>,
  memberId: string,
): Promise<Filler> {
  const workspace = await findTextContext(tx)
  const author = await findAuthor(tx, memberId)
  const ticketFields = await findFields(tx, 'ticket')
  const ownFields = await findFields(tx, 'customer')
  const [first = 'en'] = workspace.languages
  const shared = {
    'agent.name': `${author.name} ${author.surname}`.trim(),
    'agent.first_name': author.name,
    'workspace.name': workspace.name,
  }
  const urlOf = (id: string) => `${platform.settings.workspaceOrigin(workspace.domain)}/customer/tickets/${id}`
  return ({ id, number, subject, customerName, customFields, customerFields, language }, { body, texts }) => {
    const values: Record<string, string> = {
      ...shared,
      'ticket.number': String(number),
      'ticket.subject': subject,
      'ticket.url': urlOf(id),
      'customer.name': customerName,
      'customer.first_name': customerName.trim().split(/\s+/)[0] ?? '',
      ...valuesOf('ticket', ticketFields, customFields),
      ...valuesOf('customer', ownFields, customerFields),
    }
    const written = closestLanguage(language, [first, ...Object.keys(texts)]) ?? first
    const filled = fillVariables(texts[written] ?? body, (key) => (Object.hasOwn(values, key) ? values[key] : null))
    return { language: written, ...filled }
  }
}

const valuesOf = (owner: 'ticket' | 'customer', fields: readonly CustomField[], values: Values) =>
  Object.fromEntries(
    fields.map((field) => [fieldVariable(owner, field.key), describeCustomValue(field, values[field.id]).text]),
  )
