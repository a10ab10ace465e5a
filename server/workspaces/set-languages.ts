import type { WorkspaceTx } from '#server/platform/database.ts'
import { updateWorkspace } from './queries.ts'

export const setLanguages = (tx: WorkspaceTx, languages: string[]) => updateWorkspace(tx, { languages })
