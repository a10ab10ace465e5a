import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Endpoint, isRepeatable } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Caller } from './caller.ts'

const mostLetters = 255

export type Repeatable = { callerId: string; key: string; requestHash: Buffer }

export function readIdempotencyKey(request: FastifyRequest, endpoint: Endpoint, caller: Caller): Repeatable | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !isRepeatable(endpoint) || !caller.workspaceId || !caller.id) return null
  if (key.length > mostLetters)
    throw new Refusal('invalid', { detail: `An Idempotency-Key has at most ${mostLetters} characters` })
  const requestHash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  // A member and each of their keys have separate idempotency keys.
  const callerId = (caller.kind === 'member' && caller.key?.id) || caller.id
  return { callerId, key, requestHash }
}

/**
 * Runs the work once per idempotency key. For a day, a repetition gets the stored answer
 * (draft-ietf-httpapi-idempotency-key-header).
 */
export async function onceForKey<T>(
  tx: WorkspaceTx,
  repeatable: Repeatable | null,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  if (!repeatable) return work()
  if (!(await claimKey(tx, repeatable))) return repeatAnswer<T>(tx, repeatable, reply)
  const answer = await work()
  await settleKey(tx, repeatable, answer)
  return answer
}

/** Stores the key; returns false if it exists. Of two parallel calls, the second waits for the first. */
export async function claimKey(tx: WorkspaceTx, repeatable: Repeatable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotencyKeys')
    .values(repeatable)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Returns the stored answer of the first call. Refuses if that call is still running or had other input. */
export async function repeatAnswer<T>(
  tx: WorkspaceTx,
  { callerId, key, requestHash }: Repeatable,
  reply: FastifyReply,
): Promise<T> {
  const before = await tx
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'answer'])
    .where('callerId', '=', callerId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (!before.requestHash.equals(requestHash)) throw new Refusal('key-reused')
  if (before.answer === null) throw new Refusal('still-at-work', { retryAfterSeconds: 1 })
  reply.header('Idempotent-Replayed', 'true')
  return before.answer as T
}

/** Stores the answer for repetitions. After a refusal deletes the key, so that the caller may try again. */
export async function settleKey(tx: WorkspaceTx, repeatable: Repeatable, answer: unknown) {
  if (answer instanceof Refusal) await giveUpKey(tx, repeatable)
  else await keepAnswer(tx, repeatable, answer)
}

const keepAnswer = (tx: WorkspaceTx, { callerId, key }: Repeatable, answer: unknown) =>
  tx
    .updateTable('idempotencyKeys')
    .set({ answer: JSON.stringify(answer) })
    .where('callerId', '=', callerId)
    .where('key', '=', key)
    .execute()

export const giveUpKey = (tx: WorkspaceTx, { callerId, key }: Repeatable) =>
  tx
    .deleteFrom('idempotencyKeys')
    .where('callerId', '=', callerId)
    .where('key', '=', key)
    .where('answer', 'is', null)
    .execute()

export const deleteOldKeys = (tx: WorkspaceTx) =>
  tx.deleteFrom('idempotencyKeys').where('createdAt', '<', sql<string>`now() - interval '24 hours'`).execute()

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Deletes the stored answers of callers, and those that name one of these ids. */
export async function eraseAnswers(
  tx: WorkspaceTx,
  { callerIds, namedIds }: { callerIds: string[]; namedIds: string[] },
) {
  await sql`delete from idempotency_keys k
    where k.workspace_id = ${tx.workspaceId} and (k.caller_id = any(${callerIds}::uuid[])
      or exists (select from regexp_matches(k.answer::text, ${uuid}, 'g') as m(id)
        where m.id[1] in (select unnest(${namedIds}::text[]))))`.execute(tx)
}
