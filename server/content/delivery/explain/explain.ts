import type { listContent as contract, Explanation } from '#contract/content/delivery.ts'
import type { Delivery } from '#server/content/delivery/answer.ts'
import { cacheTags } from '#server/content/delivery/cache-tags.ts'
import { listContent } from '#server/content/delivery/list-content.ts'
import type { Parameters } from '#server/content/filters/read-filter.ts'
import { unknown } from '#server/content/filters/refuse-query.ts'
import { tellLimit } from '#server/platform/http/admission.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { limits } from '#server/platform/http/limits.ts'
import type { ApartCall } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findReader } from '#server/workspace/api-keys/find-reader.ts'
import { explainList } from './explain-list.ts'
import { findReasons, type Reader } from './why-not.ts'

type ExplainCall = ApartCall<typeof contract>

/** Explains how a list is found and why an entry is missing in it. */
export async function explain(delivery: Delivery, call: ExplainCall) {
  const { caller, params, query, reply, platform, inTransaction } = call
  if (caller.kind !== 'member')
    throw new Refusal('not-allowed', { detail: 'explain takes a management key, or somebody of the team' })
  tellLimit(reply, platform.limiter.count(limits.explained, caller.id))
  const { explain: said, entry, as, ...parameters } = query as Parameters
  if (said !== '1' || Array.isArray(entry) || Array.isArray(as)) throw unknown('Write explain=1, and entry and as once')
  const place = await delivery.open(caller, params.model, parameters)
  const answer = await listContent(place, parameters)
  const told: Explanation = {
    ...(await explainList(place, parameters)),
    tags: cacheTags(place.model.id, answer.ids, answer.led).split(','),
  }
  if (entry !== undefined) {
    const reader = await readerOf(call, caller, as)
    const reasons = await inTransaction((tx) => findReasons({ tx, place }, { id: entry, parameters, reader }), {
      isReading: true,
    })
    told.entry = { id: entry, reasons }
  }
  reply.header('Cache-Control', 'private, no-store')
  return { ...JSON.parse(answer.text), _explanation: told }
}

/** Only admins know about keys. */
async function readerOf({ inTransaction }: ExplainCall, { isAdmin }: Member, as: string | undefined): Promise<Reader> {
  if (as === undefined) return { name: 'The caller', models: null, isVisitor: false }
  if (as === 'visitor') return { name: 'A visitor', models: null, isVisitor: true }
  const key = isAdmin ? await inTransaction((tx) => findReader(tx, as), { isReading: true }) : null
  if (!key) throw unknown('as is visitor, or the id of a key that opens something; keys are known to admins alone')
  return { ...key, isVisitor: false }
}
