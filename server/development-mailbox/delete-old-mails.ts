import type { IdentityTx } from '#server/platform/database.ts'
import { deleteMailsBefore } from './queries.ts'

const daysKept = 7

export const deleteOldMails = (tx: IdentityTx) => deleteMailsBefore(tx, daysKept)
