import type { WorkspaceTx } from '#server/platform/database.ts'
import { holdWorkspace, updateWorkspace } from './queries.ts'

/** The languages, and those whose addresses are plain, held until the end of the transaction. */
export async function holdLanguages(tx: WorkspaceTx) {
  const { languages, plainSlugs } = await holdWorkspace(tx)
  return { languages, plainSlugs }
}

export const setLanguages = (tx: WorkspaceTx, settings: { languages: string[]; plainSlugs: string[] }) =>
  updateWorkspace(tx, settings)
