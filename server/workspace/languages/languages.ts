import type { WorkspaceTx } from '#server/platform/database.ts'

/** The languages that the workspace writes in, the first one first. */
export const findLanguages = async (tx: WorkspaceTx): Promise<string[]> =>
  (await tx.selectFrom('workspaces').select('languages').executeTakeFirstOrThrow()).languages

export type LanguageSettings = { languages: string[]; plainSlugs: string[] }

/** The languages of the workspace, and those of them whose slugs are written with a to z alone. */
export const findLanguageSettings = (tx: WorkspaceTx): Promise<LanguageSettings> =>
  tx.selectFrom('workspaces').select(['languages', 'plainSlugs']).executeTakeFirstOrThrow()
