import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Caller } from './platform.ts'

/**
 * Runs a write once for each Idempotency-Key of a caller and gives its answer again to whoever repeats it within a day
 * (draft-ietf-httpapi-idempotency-key-header). A parallel repetition waits on the key's row for the first to commit.
 */
export async function onceForKey<T>(
  { tx, caller, request, reply }: { tx: WorkspaceTx; caller: Caller; request: FastifyRequest; reply: FastifyReply },
  work: () => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || request.method === 'GET') return work()
  if (key.length > 255) throw new Refusal('invalid', { detail: 'An Idempotency-Key has at most 255 characters' })

  const requestHash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  const row = { callerId: caller.id, key, requestHash }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotencyKeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const own = tx.selectFrom('idempotencyKeys').where('callerId', '=', caller.id).where('key', '=', key)
  if (!numInsertedOrUpdatedRows) {
    const before = await own.select(['requestHash', 'answer']).executeTakeFirstOrThrow()
    if (!before.requestHash.equals(requestHash)) throw new Refusal('key-reused')
    reply.header('Idempotent-Replayed', 'true')
    return before.answer as T
  }

  const answer = await work()
  await tx
    .updateTable('idempotencyKeys')
    .set({ answer: JSON.stringify(answer) })
    .where('callerId', '=', caller.id)
    .where('key', '=', key)
    .execute()
  return answer
}
