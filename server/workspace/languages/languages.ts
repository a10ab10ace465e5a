import { cacheDefinition } from '#server/platform/database/definitions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { holdWorkspace, updateWorkspace } from '#server/workspace/settings/queries.ts'

export type LanguageSettings = { languages: string[]; plainSlugs: string[] }

export const findLanguageSettings = cacheDefinition(
  (tx): Promise<LanguageSettings> =>
    tx.selectFrom('workspaces').select(['languages', 'plainSlugs']).executeTakeFirstOrThrow(),
)

export const findLanguages = async (tx: WorkspaceTx): Promise<string[]> => (await findLanguageSettings(tx)).languages

type TextsByLanguage = Record<string, { name: string; description: string }>

/**
 * Returns the name and description in `language`. If there is no text in `language`, returns each part of `base` that
 * equals the text of another language, and an empty text for any other part.
 */
export function textsTheCallerRead(
  texts: TextsByLanguage,
  language: string,
  base: { name?: string | undefined; description?: string | undefined } = {},
) {
  const text = texts[language]
  if (text) return { name: text.name, description: text.description }
  const others = [{ name: '', description: '' }, ...Object.values(texts)]
  const asRead = (part: 'name' | 'description') => others.find((other) => other[part] === base[part])?.[part] ?? ''
  return { name: asRead('name'), description: asRead('description') }
}

/**
 * Finds the preferred language in `written`, otherwise another variety (RFC 4647, section 3.4; here `de-AT` also
 * matches `de-CH`).
 */
export function closestLanguage(preferred: string | null, written: readonly string[]): string | undefined {
  if (!preferred) return undefined
  const wanted = preferred.toLowerCase()
  return (
    written.find((language) => language.toLowerCase() === wanted) ??
    written.find((language) => baseOf(language) === baseOf(wanted))
  )
}

const baseOf = (language: string) => language.split('-')[0]!.toLowerCase()

export async function holdLanguages(tx: WorkspaceTx) {
  const { languages, plainSlugs } = await holdWorkspace(tx)
  return { languages, plainSlugs }
}

export const setLanguages = (tx: WorkspaceTx, settings: { languages: string[]; plainSlugs: string[] }) =>
  updateWorkspace(tx, settings)
