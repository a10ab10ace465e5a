import { sql } from 'kysely'
import type { Model } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type Fallbacks = Readonly<Record<string, readonly string[]>>

type LanguageSettings = { languages: readonly string[]; fallbacks: Fallbacks }

/** Returns the fallbacks of a language in order. The default fallback is the first language. */
export function fallbacksOf({ languages, fallbacks }: LanguageSettings, language: string): string[] {
  const chosen = fallbacks[language] ?? languages.slice(0, 1)
  return chosen.filter((one) => one !== language && languages.includes(one))
}

/** Returns the languages to try for an entry, in order. If the model is not localized, includes the first language. */
export const chainOf = (
  known: LanguageSettings,
  { localized }: Pick<Model, 'localized'>,
  language: string,
): string[] => [
  ...new Set([language, ...fallbacksOf(known, language), ...(localized ? [] : known.languages.slice(0, 1))]),
]

export async function findFallbacks(tx: WorkspaceTx): Promise<Fallbacks> {
  const row = await tx
    .selectFrom('contentSpaces')
    .select(sql<Fallbacks>`fallbacks`.as('fallbacks'))
    .where('workspaceId', '=', tx.workspaceId)
    .executeTakeFirst()
  return row?.fallbacks ?? {}
}
