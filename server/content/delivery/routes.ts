import * as contract from '#contract/content/delivery.ts'
import { asSeen } from '#server/content/entries/entry-call.ts'
import { findDraftId, readEntry, renderDraft } from '#server/content/entries/show-entry.ts'
import type { Parameters } from '#server/content/filters/read-filter.ts'
import { nullIfRefused } from '#server/content/filters/refuse-query.ts'
import { collectionIn, limitModels } from '#server/content/models/find-models.ts'
import { tellLimit } from '#server/platform/http/admission.ts'
import type { Key, Member } from '#server/platform/http/caller.ts'
import type { App } from '#server/platform/http/platform.ts'
import { type CallWithoutTransaction, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { type Delivery, mayReadDrafts, mayReadHiddenFields, modelsOf, openDelivery } from './answer.ts'
import { answerKeys } from './answer-keys.ts'
import { readFallback, readOneQuery, readPerspective } from './asking/read-query.ts'
import type { DeliveryCaller } from './context.ts'
import { explain } from './explain/explain.ts'

export function contentDeliveryRoutes(app: App) {
  const delivery = openDelivery(app.platform)
  app.addHook('onClose', async () => delivery.close())
  app.quickAnswers.answerKeysFrom(answerKeys(app.platform, delivery))
  serveWithoutTransaction(app, contract.listContent, (call) =>
    call.query.explain === undefined
      ? send(delivery, { ...call, caller: asVisitor(call.caller) }, null)
      : explain(delivery, call),
  )
  serveWithoutTransaction(app, contract.showContent, async (whole) => {
    const call = await asReader(whole)
    const asked = readPerspective(call.query) ?? { kind: 'draft' }
    if (!mayReadDrafts(call.caller) || asked.kind !== 'draft') return send(delivery, call, call.params.id)
    if (!isShaped(call.query)) return answerDraft(call, call.caller)
    return send(delivery, { ...call, query: { ...call.query, perspective: 'draft' } }, call.params.id)
  })
}

/** Treats a preview link as a visitor, because the link opens only one draft. */
const asVisitor = (caller: DeliveryCaller): DeliveryCaller => {
  if (caller.kind !== 'key' || caller.keyKind !== 'link') return caller
  const { workspaceId, domain, network } = caller
  return { kind: 'visitor', id: null, workspaceId, domain, network }
}

type OneCall = CallWithoutTransaction<typeof contract.showContent>

// Lets a preview link read its own entry in its language. Other requests with a preview link are answered as for a
// visitor.
async function asReader(call: OneCall): Promise<OneCall & { settled?: string }> {
  const { caller, params, query } = call
  if (caller.kind !== 'key' || !caller.entry) return call
  const { id, language, slug } = caller.entry
  const { locale = language, ...rest } = query
  const named = params.id === slug ? { ...params, id } : params
  const asked = await call.inTransaction((tx) => findDraftId(tx, named), { isReading: true }).catch(nullIfRefused)
  if (asked !== id || locale !== language || readPerspective(rest)?.kind === 'past')
    return { ...call, caller: asVisitor(caller) }
  // The entry and language of the link are part of the cache key, because two links can get different answers for the
  // same URL.
  return { ...call, params: { ...params, id }, query: { ...rest, locale }, settled: `${id} ${locale}` }
}

// Whether the request selects fields or another format. If so, the delivery code renders the draft. The editor never
// sends such requests.
const isShaped = ({ fields, shape, richText }: Parameters) =>
  fields !== undefined || shape !== undefined || richText !== undefined

type ReadingCall = Pick<CallWithoutTransaction<typeof contract.listContent>, 'request' | 'reply' | 'query'> & {
  caller: DeliveryCaller
  params: { model: string }
  settled?: string
}

async function send(delivery: Delivery, call: ReadingCall, id: string | null) {
  const { request, reply, caller, params, query, settled } = call
  const { status, headers, bytes, budget } = await delivery.answer({
    caller,
    model: params.model,
    id,
    known: request.headers['if-none-match'],
    url: settled ? `${request.url} ${settled}` : request.url,
    isOnApi: request.productHost.kind === 'api',
    parameters: () => query,
  })
  if (budget) tellLimit(reply, budget)
  reply.code(status).headers(headers)
  return bytes ? reply.send(bytes) : reply.send()
}

// Sends a draft to members, preview keys and preview links. The ETag is the entry revision, so a later change can send
// it as If-Match.
async function answerDraft(
  { inTransaction, params, query, reply, platform }: CallWithoutTransaction<typeof contract.showContent>,
  caller: Member | Key,
) {
  const { locale } = readOneQuery(query)
  const fallsBack = readFallback(query)
  const found = await inTransaction(
    async (tx) => {
      const opened = await readEntry(tx, await findDraftId(tx, params))
      const { models, model } = opened
      collectionIn(limitModels(models, modelsOf(caller)), model.pluralKey)
      const seen = asSeen(
        { caller: { isAdmin: mayReadHiddenFields(caller), key: { models: modelsOf(caller) } } },
        opened,
      )
      const at = { tx, platform, domain: caller.domain }
      return {
        revision: seen.entry.revision,
        text: await renderDraft(at, seen, { locale: locale ?? undefined, fallsBack }),
      }
    },
    { isReading: true },
  )
  reply.header('ETag', `"${found.revision}"`).header('Cache-Control', 'private, no-store')
  return reply.type('application/json; charset=utf-8').send(found.text)
}
