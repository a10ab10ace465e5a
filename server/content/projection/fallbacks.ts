import { sql } from 'kysely'
import type { Model } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type Fallbacks = Readonly<Record<string, readonly string[]>>

type LanguageSettings = { languages: readonly string[]; fallbacks: Fallbacks }

/** The fallbacks of a language in order. The default is the first language. */
export function fallbacksOf({ languages, fallbacks }: LanguageSettings, language: string): string[] {
  const chosen = fallbacks[language] ?? languages.slice(0, 1)
  return chosen.filter((one) => one !== language && languages.includes(one))
}

/** The languages in which an entry is looked up, in order. A model that is not localized uses only the first. */
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
