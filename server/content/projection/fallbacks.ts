import { sql } from 'kysely'
import type { Model } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** By language those that stand in for it. */
export type Fallbacks = Readonly<Record<string, readonly string[]>>

type Languages = { languages: readonly string[]; fallbacks: Fallbacks }

/** The languages that stand in for one, in their order. Where nobody chose, that is the first language. */
export function fallbacksOf({ languages, fallbacks }: Languages, language: string): string[] {
  const chosen = fallbacks[language] ?? languages.slice(0, 1)
  return chosen.filter((one) => one !== language && languages.includes(one))
}

/** The languages in which an entry is looked for, in their order. A model that is not localized has the first one alone. */
export const chainOf = (known: Languages, { localized }: Pick<Model, 'localized'>, language: string): string[] => [
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
