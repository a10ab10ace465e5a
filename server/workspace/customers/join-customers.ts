import { sql } from 'kysely'
import { isSame } from '#contract/is-same.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnknownZone } from '#server/platform/refuse-unknown-zone.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { refuseTakenId } from '#server/search/words/external-ids.ts'
import { listAddresses } from './customer-accounts.ts'
import { lockCustomer, renewWords, updateCustomer } from './queries.ts'

export type CustomerMove = { from: string; into: string }
type LockedCustomer = NonNullable<Awaited<ReturnType<typeof lockCustomer>>>
export type CustomerFacts = Omit<LockedCustomer, 'blockedAt' | 'mergedInto' | 'erasedAt'>
type ChosenFields = {
  name?: string | undefined
  language?: string | null | undefined
  timeZone?: string | null | undefined
  externalId?: string | null | undefined
}
export type MovedAccount = { addresses: string[]; sessions: string[] }

const mostAddresses = 20

/** Locks both customers in the order of their ids, so that two merges of the same customers cannot deadlock. */
export async function lockBoth(tx: WorkspaceTx, { from, into }: CustomerMove) {
  const locked = new Map<string, LockedCustomer>()
  for (const id of [from, into].sort()) {
    const customer = await lockCustomer(tx, id)
    if (!customer) throw new Refusal('customer-not-in-workspace')
    locked.set(id, customer)
  }
  return { source: locked.get(from)!, target: locked.get(into)! }
}

/**
 * Returns the values of the customer that stays. It keeps its own, gets those of the other one where it has none, and
 * gets the tags, phone numbers, notes and custom fields of both. `chosen` replaces these values.
 */
export async function joinFacts(
  tx: WorkspaceTx,
  { source, target }: { source: CustomerFacts; target: CustomerFacts },
  chosen: ChosenFields,
): Promise<CustomerFacts> {
  if (chosen.timeZone) refuseUnknownZone(chosen.timeZone)
  const isOwn = [source.externalId, target.externalId].includes(chosen.externalId ?? null)
  if (chosen.externalId && !isOwn) await refuseTakenId(tx, 'customer', chosen.externalId)
  const choose = (field: 'language' | 'timeZone' | 'externalId') =>
    chosen[field] === undefined ? (target[field] ?? source[field]) : chosen[field]
  return {
    name: chosen.name ?? (target.name || source.name),
    language: choose('language'),
    timeZone: choose('timeZone'),
    externalId: choose('externalId'),
    phones: [...new Set([...target.phones, ...source.phones])],
    tags: [...new Set([...target.tags, ...source.tags])],
    notes: [...new Set([target.notes, source.notes])].filter(Boolean).join('\n\n'),
    customFields: { ...source.customFields, ...target.customFields },
  }
}

/** Moves addresses and sessions, and changes the facts of both customers. */
export async function joinAccounts(tx: WorkspaceTx, move: CustomerMove, facts: CustomerFacts): Promise<MovedAccount> {
  const { from, into } = move
  const addresses = await listAddresses(tx, from)
  if (addresses.length + (await listAddresses(tx, into)).length > mostAddresses)
    throw new Refusal('merge-too-large', {
      detail: `Together, both customers have more than ${mostAddresses} addresses. Remove addresses first.`,
    })
  const primary = await setPrimary(tx, from, null)
  await moveAddresses(tx, addresses, move)
  const sessions = await moveSessions(tx, move, null)
  await updateCustomer(tx, from, { externalId: null })
  await tx.updateTable('customers').set({ mergedInto: into, words: '' }).where('id', '=', from).execute()
  await updateCustomer(tx, into, facts)
  await renewWords(tx, into)
  return { addresses: [...(primary ? [primary] : []), ...addresses.filter((address) => address !== primary)], sessions }
}

type Parting = {
  moved: MovedAccount
  sourceBefore: CustomerFacts
  targetBefore: CustomerFacts
  targetAfter: CustomerFacts
}

/**
 * Gives addresses, sessions and facts back, except the values of custom fields. Returns the names of the facts that somebody changed since the merge, which
 * stay, and the addresses that cannot be given back.
 */
export async function partAccounts(
  tx: WorkspaceTx,
  move: CustomerMove,
  { moved, sourceBefore, targetBefore: { customFields: _, ...targetBefore }, targetAfter }: Parting,
) {
  const { from, into } = move
  const { target } = await lockBoth(tx, move)
  const changed = keysOf(targetBefore).filter((field) => !isSame(target[field], targetAfter[field]))
  const restored = keysOf(targetBefore).filter((field) => !changed.includes(field))
  await updateCustomer(tx, into, Object.fromEntries(restored.map((field) => [field, targetBefore[field]])))
  const held = await listAddresses(tx, into)
  const back = moved.addresses.filter((address) => held.includes(address))
  if (back.length === held.length) throw new Refusal('merge-not-undoable')
  const wasPrimary = back.includes(held[0]!)
  if (wasPrimary) await setPrimary(tx, into, null)
  await moveAddresses(tx, back, { from: into, into: from })
  if (wasPrimary) await setPrimary(tx, into, held.find((address) => !back.includes(address))!)
  await setPrimary(tx, from, back[0] ?? null)
  await moveSessions(tx, { from: into, into: from }, moved.sessions)
  await tx.updateTable('customers').set({ mergedInto: null }).where('id', '=', from).execute()
  const isFree = sourceBefore.externalId && !changed.includes('externalId')
  if (isFree) await refuseTakenId(tx, 'customer', sourceBefore.externalId)
  await updateCustomer(tx, from, { externalId: isFree ? sourceBefore.externalId : null })
  await renewWords(tx, from)
  await renewWords(tx, into)
  return { changed, addresses: moved.addresses.filter((address) => !back.includes(address)) }
}

// Returns the former primary address.
async function setPrimary(tx: WorkspaceTx, customerId: string, address: string | null) {
  const own = tx.updateTable('customerEmails').where('customerId', '=', customerId)
  const former = await own
    .set({ isPrimary: false })
    .where('isPrimary', '=', true)
    .returning('address')
    .executeTakeFirst()
  if (address) await own.set({ isPrimary: true }).where('address', '=', address).execute()
  return former?.address
}

async function moveAddresses(tx: WorkspaceTx, addresses: string[], { from, into }: CustomerMove) {
  noteChanges(tx, 'customer', [from, into])
  if (addresses.length === 0) return
  await tx
    .updateTable('customerEmails')
    .set({ customerId: into })
    .where('customerId', '=', from)
    .where('address', 'in', addresses)
    .execute()
}

/** `only`: the ids of sessions and sign-in codes; null: all of the customer. */
async function moveSessions(tx: WorkspaceTx, { from, into }: CustomerMove, only: string[] | null) {
  const { rows } = await sql<{ id: string }>`
    select move_sessions_of_customer(${from}, ${into}, ${only}::uuid[]) as id`.execute(tx)
  for (const { id } of rows) tx.afterwards.sessions.add(id)
  return rows.map(({ id }) => id)
}
