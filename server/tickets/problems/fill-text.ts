import { fieldVariable } from '#contract/tickets/macro-variables.ts'
import type { CustomField } from '#server/fields/custom-fields/custom-field.ts'
import { describeCustomValue } from '#server/fields/custom-fields/custom-values.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { Values as FieldValues } from '#server/fields/values/check-values.ts'
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

type Values = (incident: IncidentFacts, key: string) => string | null
export type Filler = {
  /** Writes the reply for an incident: in the language of its customer, with all variables. */
  fill: (incident: IncidentFacts) => { language: string; html: string; unfilled: string[] }
  /** Returns the variables of the reply that have neither a value for an incident nor a fallback. */
  findUnfilled: (incident: IncidentFacts) => string[]
}

export async function findFiller(
  tx: WorkspaceTx,
  platform: Pick<Platform, 'settings'>,
  memberId: string,
  { body, texts }: ReplyTexts,
): Promise<Filler> {
  const workspace = await findTextContext(tx)
  const findValue = await findValues(
    tx,
    { ...workspace, origin: platform.settings.workspaceOrigin(workspace.domain) },
    memberId,
  )
  const [first = 'en'] = workspace.languages
  const languageFor = ({ language }: IncidentFacts) =>
    closestLanguage(language, [first, ...Object.keys(texts)]) ?? first
  // A thousand incidents share few texts, so the variables of each text are found once.
  const needed = new Map<string, string[]>()
  function variablesWithoutFallback(html: string): string[] {
    const known = needed.get(html) ?? fillVariables(html, () => null).unfilled
    needed.set(html, known)
    return known
  }
  return {
    fill(incident) {
      const language = languageFor(incident)
      return { language, ...fillVariables(texts[language] ?? body, (key) => findValue(incident, key)) }
    },
    findUnfilled: (incident) =>
      variablesWithoutFallback(texts[languageFor(incident)] ?? body).filter((key) => !findValue(incident, key)?.trim()),
  }
}

type Workspace = Awaited<ReturnType<typeof findTextContext>> & { origin: string }

async function findValues(tx: WorkspaceTx, { name, origin }: Workspace, memberId: string): Promise<Values> {
  const author = await findAuthor(tx, memberId)
  const readers = new Map<string, (incident: IncidentFacts) => string>([
    ['agent.name', () => `${author.name} ${author.surname}`.trim()],
    ['agent.first_name', () => author.name],
    ['workspace.name', () => name],
    ['ticket.number', ({ number }) => String(number)],
    ['ticket.subject', ({ subject }) => subject],
    ['ticket.url', ({ id }) => `${origin}/customer/tickets/${id}`],
    ['customer.name', ({ customerName }) => customerName],
    ['customer.first_name', ({ customerName }) => customerName.trim().split(/\s+/)[0] ?? ''],
  ])
  for (const field of await findFields(tx, 'ticket'))
    readers.set(fieldVariable('ticket', field.key), ({ customFields }) => wordsOf(field, customFields))
  for (const field of await findFields(tx, 'customer'))
    readers.set(fieldVariable('customer', field.key), ({ customerFields }) => wordsOf(field, customerFields))
  return (incident, key) => readers.get(key)?.(incident) ?? null
}

const wordsOf = (field: CustomField, values: FieldValues) => describeCustomValue(field, values[field.id]).text
