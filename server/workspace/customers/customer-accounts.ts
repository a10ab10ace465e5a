import { sql } from 'kysely'
import type { Suppression } from '#contract/workspace/customers.ts'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { searchVector } from '#server/search/words/search-words.ts'
import { renewMemberships } from '#server/workspace/companies/renew-memberships.ts'
import { renewWords, updateCustomer } from './queries.ts'

export const findCustomerByEmail = (tx: WorkspaceTx, email: string) => customerWith(tx, email).executeTakeFirst()

const customerWith = (tx: WorkspaceTx, email: string) =>
  tx
    .selectFrom('customerEmails as e')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.workspaceId', '=', 'e.workspaceId').onRef('c.id', '=', 'e.customerId'),
    )
    .select(['c.id', 'c.name', 'e.address', 'e.verifiedAt'])
    .where('e.address', '=', email)

/** Finds or creates the customer with this address. Two simultaneous calls get the same customer. */
export async function findOrCreateCustomer(tx: WorkspaceTx, { email, name = '' }: { email: string; name?: string }) {
  const known = await holdCustomer(tx, email)
  if (known) {
    if (!known.name && name) await updateCustomer(tx, known.id, { name: name.slice(0, 120) })
    return { id: known.id, name: known.name || name, isNew: false }
  }
  await lockNewAddress(tx, email)
  const meanwhile = await findCustomerByEmail(tx, email)
  if (meanwhile) return { id: meanwhile.id, name: meanwhile.name, isNew: false }
  const { id } = await tx
    .insertInto('customers')
    .values({ name: name.slice(0, 120), words: sql`${searchVector(name, email)}::tsvector` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('customerEmails').values({ address: email, customerId: id }).execute()
  await renewMemberships(tx, id, [email])
  noteChanges(tx, 'customer', [id])
  return { id, name, isNew: true }
}

// Makes a merge or an erasure of the customer wait until the transaction ends. If one just took the address away, nobody
// is found.
const holdCustomer = (tx: WorkspaceTx, email: string) =>
  customerWith(tx, email)
    .where('c.mergedInto', 'is', null)
    .where('c.erasedAt', 'is', null)
    .forKeyShare('c')
    .executeTakeFirst()

export const lockNewAddress = (tx: WorkspaceTx, address: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`customer ${tx.workspaceId} ${address}`}, 11))`.execute(tx)

/**
 * Replaces an address of a customer. Returns false if a customer of the workspace already has the new address, or if
 * this customer no longer has the old one. The old address becomes free.
 */
export async function replaceAddress(tx: WorkspaceTx, id: string, { from, to }: { from: string; to: string }) {
  await lockNewAddress(tx, to)
  if (await findCustomerByEmail(tx, to)) return false
  const { numUpdatedRows } = await tx
    .updateTable('customerEmails')
    .set({ address: to, verifiedAt: sql`now()`, suppressedUntil: null, suppressedFor: null })
    .where('customerId', '=', id)
    .where('address', '=', from)
    .executeTakeFirst()
  await renewMemberships(tx, id, await listAddresses(tx, id))
  await renewWords(tx, id)
  noteChanges(tx, 'customer', [id])
  return numUpdatedRows > 0n
}

export const findPrimaryAddress = (tx: WorkspaceTx, customerId: string) =>
  tx
    .selectFrom('customerEmails')
    .select('address')
    .where('customerId', '=', customerId)
    .where('isPrimary', '=', true)
    .executeTakeFirst()

/** Lists the addresses of a customer, the primary address first. */
export async function listAddresses(tx: WorkspaceTx, customerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('customerEmails')
    .select('address')
    .where('customerId', '=', customerId)
    .orderBy('isPrimary', 'desc')
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}

export async function markRegistered(tx: WorkspaceTx, id: string, address: string) {
  noteChanges(tx, 'customer', [id])
  await tx
    .updateTable('customerEmails')
    .set({ verifiedAt: sql`now()` })
    .where('customerId', '=', id)
    .where('address', '=', address)
    .where('verifiedAt', 'is', null)
    .execute()
  await tx
    .updateTable('customers')
    .set({ registeredAt: sql`now()` })
    .where('id', '=', id)
    .where('registeredAt', 'is', null)
    .execute()
}

/** Records that this address wrote to the workspace. Replies to it are then not counted as unsolicited. */
export const markWritten = (tx: WorkspaceTx, address: string) =>
  tx
    .updateTable('customerEmails')
    .set({ wroteAt: sql`now()` })
    .where('address', '=', address)
    .where('wroteAt', 'is', null)
    .execute()

export const suppressAddress = (tx: WorkspaceTx, address: string, why: { reason: DeliveryReason; days: number }) =>
  tx
    .updateTable('customerEmails')
    .set({
      suppressedUntil: sql`now() + make_interval(days => ${why.days})`,
      suppressedFor: JSON.stringify(why.reason),
    })
    .where('address', '=', address)
    .where(sql<boolean>`(suppressed_until is null or suppressed_until < now())`)
    .execute()

export async function showSuppression(tx: WorkspaceTx, address: string): Promise<{ suppression: Suppression | null }> {
  const resting = await tx
    .selectFrom('customerEmails as known')
    .innerJoin('customerEmails as e', (join) =>
      join.onRef('e.workspaceId', '=', 'known.workspaceId').onRef('e.customerId', '=', 'known.customerId'),
    )
    .select(['e.suppressedUntil as until', 'e.suppressedFor as reason'])
    .where('known.address', '=', address)
    .where('e.isPrimary', '=', true)
    .where('e.suppressedUntil', '>', sql<string>`now()`)
    .$narrowType<Suppression>()
    .executeTakeFirst()
  return { suppression: resting ?? null }
}

export const releaseAddress = (tx: WorkspaceTx, address: string) =>
  tx
    .updateTable('customerEmails')
    .set({ suppressedUntil: null, suppressedFor: null })
    .where('address', '=', address)
    .where('suppressedUntil', 'is not', null)
    .executeTakeFirst()

const mostOfUnproven = 3

/**
 * Returns whether a customer may get a confirmation mail now, and counts it. An unverified address gets one a day from
 * a workspace, and three a day from all workspaces, because forged mails could cause them.
 */
export async function takeAcknowledgement(tx: WorkspaceTx, customerId: string): Promise<boolean> {
  const id = tx.workspaceId
  const { rows } = await sql<{ address: string; isProven: boolean }>`
    update customers c set acknowledged_at = now() from customer_emails e
    where c.workspace_id = ${id} and c.id = ${customerId}
      and e.workspace_id = ${id} and e.customer_id = c.id and e.is_primary and (e.suppressed_until is null or e.suppressed_until < now())
      and (e.verified_at is not null or c.acknowledged_at is null or c.acknowledged_at < now() - interval '1 day')
    returning e.address, e.verified_at is not null as is_proven`.execute(tx)
  const [taken] = rows
  return taken !== undefined && (taken.isProven || (await takeOfInstallation(tx, taken.address)))
}

async function takeOfInstallation(tx: WorkspaceTx, address: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select take_acknowledgement(${address}, ${mostOfUnproven}) as taken`.execute(tx)
  return rows[0]!.taken
}

const domain = '@sender.invalid'

/**
 * Returns a placeholder address for a mail without sender address. Each mail gets its own, because such senders may be
 * different people. Addresses under `.invalid` get no mail (RFC 2606, section 2).
 */
export const unknownSenderOf = (mailId: string) => `unknown-${mailId}${domain}`

export const isUnknownSender = (address: string) => address.endsWith(domain)
