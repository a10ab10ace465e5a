import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { findCustomerByEmail, lockNewAddress } from './customer-accounts.ts'
import { listAddresses, renewWords } from './queries.ts'

/**
 * Sets the addresses of a customer; mails go to the first. The owner of an address can read the customer's requests, so
 * only admins can do it, it is audited, and the customer is signed out if an address is removed or the first one
 * changes.
 */
export async function changeAddresses(tx: WorkspaceTx, by: Member, id: string, emails: string[]) {
  const before = await listAddresses(tx, id)
  const wanted = [...new Set(emails)]
  if (before.join() === wanted.join()) return
  if (!by.isAdmin) throw new Refusal('addresses-by-admins')
  await refuseTaken(
    tx,
    wanted.filter((address) => !before.includes(address)),
  )
  await writeAddresses(tx, id, { before, wanted })
  const isTakenAway = before[0] !== wanted[0] || before.some((address) => !wanted.includes(address))
  if (isTakenAway) await endSessions(tx, id)
  await renewWords(tx, id)
  noteChanges(tx, 'customer', [id])
  const detail = { old: { email: before.join(', ') }, new: { email: wanted.join(', ') } }
  await recordAudit(tx, { action: 'address.changed', by: sourceOf(by), subjectId: id, detail })
}

/** Locks the addresses in order, to avoid deadlocks. */
export async function refuseTaken(tx: WorkspaceTx, addresses: string[]) {
  for (const address of [...addresses].sort()) {
    await lockNewAddress(tx, address)
    const known = await findCustomerByEmail(tx, address)
    if (known) throw new Refusal('customer-address-taken', { shown: { address, customerId: known.id } })
  }
}

type Addresses = { before: string[]; wanted: string[] }

/** There is exactly one first address at any time. The facts about an address are kept, such as its verification. */
async function writeAddresses(tx: WorkspaceTx, customerId: string, { before, wanted }: Addresses) {
  const [first] = wanted
  const gone = before.filter((address) => !wanted.includes(address))
  const own = () => tx.updateTable('customerEmails').where('customerId', '=', customerId)
  if (gone.length > 0)
    await tx.deleteFrom('customerEmails').where('customerId', '=', customerId).where('address', 'in', gone).execute()
  if (before[0] !== first) await own().set({ isPrimary: false }).where('isPrimary', '=', true).execute()
  const added = wanted.filter((address) => !before.includes(address))
  if (added.length > 0)
    await tx
      .insertInto('customerEmails')
      .values(added.map((address) => ({ address, customerId, isPrimary: address === first })))
      .execute()
  await own().set({ isPrimary: true }).where('address', '=', first!).where('isPrimary', '=', false).execute()
}

async function endSessions(tx: WorkspaceTx, id: string) {
  const { rows } = await sql<{ id: string }>`select end_sessions_of_customer(${id}) as id`.execute(tx)
  for (const session of rows) tx.afterwards.sessions.add(session.id)
}
