import type { z } from 'zod'
import type {
  changeKnowledgeBaseSettings,
  changeLanguages,
  showKnowledgeBaseSettings,
  showLanguages,
} from '#contract/knowledge-base/categories.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { useFaults } from '#web/lib/write/use-faults.ts'
import { languagesBody } from '#web/shell/languages/languages-body.ts'

type Settings = z.output<typeof showKnowledgeBaseSettings.answer>
export type Readers = Settings['audience'] | 'team'
export type PageLink = Settings['headerLinks'][number]
export type HomeText = Settings['home'][string]

/** The settings as form values. `readers` is `team` if the knowledge base is not open to readers. */
export type Values = Pick<Settings, 'onMissing' | 'home' | 'headerLinks' | 'footerLinks' | 'suggestsByMail'> & {
  readers: Readers
  languages: string[]
  plainSlugs: string[]
}

export type SectionProps = {
  values: Values
  change<Name extends keyof Values>(name: Name, value: Values[Name]): void
  fault: ReturnType<typeof useFaults>
}

type Languages = Pick<z.output<typeof showLanguages.answer>, 'items' | 'plainSlugs'>

export const valuesOf = ({ isOpen, audience, ...settings }: Settings, { items, plainSlugs }: Languages): Values => ({
  ...settings,
  readers: isOpen ? audience : 'team',
  languages: items,
  plainSlugs,
})

/** Sets the texts of the home page in one language. Removes a language whose texts are empty. */
export function withHomeText(home: Values['home'], language: string, text: HomeText): Values['home'] {
  const texts = Object.entries({ ...home, [language]: text }).filter(([, { title, text }]) => title || text)
  return Object.fromEntries(texts.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

export function faultsIn({ headerLinks = [], footerLinks = [] }: Partial<Values>): Record<string, string> {
  const faults = Object.entries({ headerLinks, footerLinks }).flatMap(([list, links]) =>
    links.flatMap(({ label, href }, at) => [
      ...(label.trim() ? [] : [[`${list}.${at}.label`, 'Enter a name']]),
      ...(href.trim() ? [] : [[`${list}.${at}.href`, 'Enter a URL']]),
    ]),
  )
  return Object.fromEntries(faults)
}

type SaveInput = { changes: Partial<Values>; base: Partial<Values>; values: Values }

/** Saves the languages first. If the server refuses the languages, nothing else is saved. */
export async function save({ changes, base, values }: SaveInput) {
  const { languages, plainSlugs, readers, ...others } = changes
  if (languages || plainSlugs) {
    const sent = { body: languagesBody({ values, base }), waits: true }
    const { problem } = await ask<typeof changeLanguages>('PUT', '/api/v1/languages', sent)
    if (problem) return { problem: { ...problem, fields: { languages: problem.fields?.items ?? problem.detail } } }
  }
  const body = { ...others, ...(readers && accessBodyOf(readers)) }
  if (Object.keys(body).length === 0) return { answer: {} }
  const { languages: _, plainSlugs: __, readers: readBefore, ...othersBefore } = base
  const before = { ...othersBefore, ...(readBefore && accessBodyOf(readBefore)) }
  const sent = { body: { ...body, base: before }, waits: true }
  const { answer, problem } = await ask<typeof changeKnowledgeBaseSettings>(
    ...(['PATCH', '/api/v1/knowledge-base/settings', sent] as const),
  )
  return problem ? { problem: { ...problem, fields: formFaultsOf(problem.fields) } } : { answer }
}

function formFaultsOf({ isOpen, audience, ...fields }: Record<string, string> = {}): Record<string, string> {
  const readers = isOpen ?? audience
  return readers ? { ...fields, readers } : fields
}

const accessBodyOf = (readers: Readers) =>
  readers === 'team' ? { isOpen: false } : { isOpen: true, audience: readers }
