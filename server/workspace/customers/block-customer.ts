import { aboutCustomer } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { lockCustomer, updateBlock } from './queries.ts'
import { refuseMergedOrErased, showCustomer } from './write-customer.ts'

export const blockCustomer = (tx: WorkspaceTx, by: Member, id: string) => changeBlock(tx, by, id, true)

export const unblockCustomer = (tx: WorkspaceTx, by: Member, id: string) => changeBlock(tx, by, id, false)

/** Returns whether one of the addresses belongs to a blocked customer. */
export async function isBlocked(tx: WorkspaceTx, addresses: string[]): Promise<boolean> {
  const found = await tx
    .selectFrom('customerEmails as e')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.workspaceId', '=', 'e.workspaceId').onRef('c.id', '=', 'e.customerId'),
    )
    .select('c.id')
    .where('e.address', 'in', addresses)
    .where('c.blockedAt', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Refuses a request of a blocked or erased customer. Waits for a merge or an erasure of the customer. */
export async function refuseBlocked(tx: WorkspaceTx, id: string) {
  const { blockedAt, mergedInto, erasedAt } = await tx
    .selectFrom('customers')
    .select(['blockedAt', 'mergedInto', 'erasedAt'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow()
  if (mergedInto) throw new Refusal('customer-merged')
  if (blockedAt || erasedAt) throw new Refusal('customer-blocked')
}

/** Refuses a reply to a customer whose personal data was erased, because nobody gets it. */
export async function refuseErased(tx: WorkspaceTx, id: string) {
  const { erasedAt } = await tx
    .selectFrom('customers')
    .select('erasedAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!erasedAt) return
  const detail = 'The personal data of the requester was erased, so nobody gets a reply. Write a note instead.'
  throw new Refusal('customer-erased', { detail })
}

async function changeBlock(tx: WorkspaceTx, by: Member, id: string, isNowBlocked: boolean) {
  const current = await lockCustomer(tx, id)
  if (!current) throw new Refusal('customer-not-in-workspace')
  refuseMergedOrErased(current)
  if (await updateBlock(tx, id, isNowBlocked)) {
    noteChanges(tx, 'customer', [id])
    const about = { subject: aboutCustomer(id), by: byMember(by), audience: 'team' } as const
    if (isNowBlocked) await record(tx, { ...about, type: 'customer.blocked' })
    else await record(tx, { ...about, type: 'customer.unblocked' })
  }
  return showCustomer(tx, id)
}
