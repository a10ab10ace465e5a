import type { WorkspaceTx } from '#server/platform/database.ts'

/** The languages of the workspace, main language first. */
export const findLanguages = async (tx: WorkspaceTx): Promise<string[]> =>
  (await tx.selectFrom('workspaces').select('languages').executeTakeFirstOrThrow()).languages

export type LanguageSettings = { languages: string[]; plainSlugs: string[] }

/** The languages of the workspace, and those with slugs of only a to z. */
export const findLanguageSettings = (tx: WorkspaceTx): Promise<LanguageSettings> =>
  tx.selectFrom('workspaces').select(['languages', 'plainSlugs']).executeTakeFirstOrThrow()
