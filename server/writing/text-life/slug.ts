import { cutSlug, mostOfSlug, slugOf } from '#contract/letters/slug.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguageSettings } from '#server/workspace/languages/languages.ts'

/** The address that a title in a language makes, as the workspace wants the addresses of that. */
export async function makeSlug(tx: WorkspaceTx, title: string, language: string): Promise<string> {
  const { plainSlugs } = await findLanguageSettings(tx)
  return slugOf(title, { language, isPlain: plainSlugs.includes(language) }) || untitled
}

const untitled = 'untitled'

/** Whether an address was made of a title, in whichever way, and nobody chose another one. */
export function isMadeOf(slug: string, title: string, language: string): boolean {
  const unnumbered = slug.replace(/-\d+$/, '')
  return [false, true].some(
    (isPlain) => unnumbered === (slugOf(title, { language, isPlain }) || untitled).replace(/-\d+$/, ''),
  )
}

/** The first of `slug`, `slug-2`, `slug-3` … that is free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) {
    const numbered = `${stemOf(slug)}-${number}`
    if (!taken.has(numbered)) return numbered
  }
}

/** What those that are numbered begin with: all that may be taken has to be looked for by it. */
export const stemOf = (slug: string) => cutSlug(slug, mostOfSlug - 5)
