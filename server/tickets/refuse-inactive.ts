import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findActiveMember } from './queries/people.ts'

export async function refuseInactive(tx: WorkspaceTx, memberId: string) {
  if (!(await findActiveMember(tx, memberId))) throw new Refusal('assignee-not-active')
}
