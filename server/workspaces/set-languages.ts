import type { WorkspaceTx } from '#server/platform/database.ts'
import { holdWorkspace, updateWorkspace } from './queries.ts'

/** The languages, held until the end of the transaction. */
export const holdLanguages = async (tx: WorkspaceTx) => (await holdWorkspace(tx)).languages

export const setLanguages = (tx: WorkspaceTx, languages: string[]) => updateWorkspace(tx, { languages })
