import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { clearAuditDetails } from '#server/workspace/audit/record-audit.ts'
import { listAddresses } from './customer-accounts.ts'
import { erasedName, type PersonWords } from './person-eraser.ts'

// Shorter names and ids also occur in texts that do not mean the person.
const shortestName = 3
const shortestId = 6

/** Lists how these customers are and were called, and by what they are reached. */
export async function findPersonWords(tx: WorkspaceTx, ids: string[]): Promise<PersonWords> {
  const people = await tx
    .selectFrom('customers')
    .select(['name', 'phones', 'externalId'])
    .where('id', 'in', ids)
    .execute()
  const lists = await Promise.all(ids.map((id) => listAddresses(tx, id)))
  const former = await listFormer(tx, ids)
  const names = [...people.map(({ name }) => name), ...former.names]
  return {
    names: unique(names.filter((name) => name.length >= shortestName && name !== erasedName)),
    addresses: unique([...lists.flat(), ...former.addresses].filter((address) => !isPlaceholder(address))),
    phones: unique(people.flatMap(({ phones }) => phones)),
    externalIds: unique(people.flatMap(({ externalId }) => externalId ?? []).filter((id) => id.length >= shortestId)),
  }
}

const unique = (values: string[]) => [...new Set(values)]

async function listFormer(tx: WorkspaceTx, ids: string[]) {
  const { rows } = await sql<{ names: string[]; addresses: string[] }>`
    select coalesce(array_agg(distinct v.value ->> 'name') filter (where v.value ->> 'name' is not null), '{}') as names,
      coalesce(array_agg(distinct e.address) filter (where e.address is not null), '{}') as addresses
    from history h
    cross join lateral (values (h.old), (h.new)) as v(value)
    left join lateral jsonb_array_elements_text(
      case when jsonb_typeof(v.value -> 'emails') = 'array' then v.value -> 'emails' else '[]' end) as e(address) on true
    where h.workspace_id = ${tx.workspaceId} and h.subject_type = 'customer' and h.subject_id = any(${ids}::uuid[])
      and h.type = 'customer.changed'`.execute(tx)
  return rows[0]!
}

const domain = '@erased.invalid'
const isPlaceholder = (address: string) => address.endsWith(domain)

/** The address that stands for the former ones of a customer. Addresses under `.invalid` get no mail (RFC 2606, section 2). */
export const erasedAddressOf = (id: string) => `erased-${id}${domain}`

/** Makes mails and requests of these customers wait until the transaction ends. */
export const lockCustomers = (tx: WorkspaceTx, ids: string[]) =>
  tx.selectFrom('customers').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Deletes names, addresses, phone numbers, notes, tags, custom fields, ids, sessions and sign-in codes. */
export async function eraseCustomers(tx: WorkspaceTx, ids: string[], { addresses, names }: PersonWords) {
  await tx.deleteFrom('customerEmails').where('customerId', 'in', ids).execute()
  await tx
    .insertInto('customerEmails')
    .values(ids.map((id) => ({ address: erasedAddressOf(id), customerId: id, isPrimary: true })))
    .execute()
  await tx
    .updateTable('customers')
    .set({
      ...{ name: erasedName, phones: [], tags: [], notes: '', words: '', externalId: null },
      customFields: '{}',
      ...{ language: null, timeZone: null, registeredAt: null, erasedAt: sql`now()` },
    })
    .where('id', 'in', ids)
    .execute()
  const { rows } = await sql<{ id: string }>`
    select erase_identities(${ids}::uuid[], ${addresses}::text[], ${[...addresses, ...names]}::text[]) as id`.execute(
    tx,
  )
  for (const { id } of rows) tx.afterwards.sessions.add(id)
  await clearAuditDetails(tx, ids, addresses)
  noteChanges(tx, 'customer', ids)
}
