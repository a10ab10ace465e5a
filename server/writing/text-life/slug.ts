import { cutSlug, mostOfSlug, slugOf } from '#contract/letters/slug.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguageSettings } from '#server/workspace/languages/languages.ts'

export async function makeSlug(tx: WorkspaceTx, title: string, language: string): Promise<string> {
  const { plainSlugs } = await findLanguageSettings(tx)
  return slugOf(title, { language, isPlain: plainSlugs.includes(language) }) || untitled
}

const untitled = 'untitled'

export function isMadeOf(slug: string, title: string, language: string): boolean {
  const unnumbered = slug.replace(/-\d+$/, '')
  return [false, true].some(
    (isPlain) => unnumbered === (slugOf(title, { language, isPlain }) || untitled).replace(/-\d+$/, ''),
  )
}

export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) {
    const numbered = `${stemOf(slug)}-${number}`
    if (!taken.has(numbered)) return numbered
  }
}

/** Shortens a slug, so that a suffix such as `-2` fits. Numbered slugs of one title begin with the result. */
export const stemOf = (slug: string) => cutSlug(slug, mostOfSlug - 5)
