import type { WorkspaceTx } from '#server/platform/database.ts'
import { holdWorkspace, updateWorkspace } from './queries.ts'

/** The languages and their slug settings. Locks them until the commit. */
export async function holdLanguages(tx: WorkspaceTx) {
  const { languages, plainSlugs } = await holdWorkspace(tx)
  return { languages, plainSlugs }
}

export const setLanguages = (tx: WorkspaceTx, settings: { languages: string[]; plainSlugs: string[] }) =>
  updateWorkspace(tx, settings)
