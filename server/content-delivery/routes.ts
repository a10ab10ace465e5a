import { createHash } from 'node:crypto'
import * as contract from '#contract/content-delivery.ts'
import type { Parameters } from '#server/content-filters/read-filter.ts'
import { collectionIn, findModels, limitModels, type Model } from '#server/content-models/find-models.ts'
import { fillDraft } from '#server/content-projection/fill-leads.ts'
import { findDraftId } from '#server/entries/find-draft.ts'
import { draftAssets, readEntry, renderDraft } from '#server/entries/show-entry.ts'
import { deliverAssets } from '#server/media/assets/deliver-assets.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Key, Member, Visitor } from '#server/platform/http/caller.ts'
import type { App, Platform } from '#server/platform/http/platform.ts'
import { type ApartCall, serveApart } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Answer, listContent, type Place, showPublished } from './list-content.ts'
import { findState } from './queries.ts'
import { readOneQuery } from './read-query.ts'

export function contentDeliveryRoutes(app: App) {
  serveApart(app, contract.listContent, (call) =>
    answer(call, (tx, place) => listContent(tx, place, call.query as Parameters)),
  )
  serveApart(app, contract.showContent, async (call) => {
    if (mayReadDrafts(call.caller)) return answerDraft(call, call.caller)
    return answer(call, (tx, place) => showPublished(tx, place, call.params.id, call.query as Parameters))
  })
}

type Asker = Member | Key | Visitor
type ReadingCall = Pick<ApartCall<typeof contract.listContent>, 'request' | 'reply' | 'platform'> & {
  caller: Asker
  params: { model: string }
}
type Read = (tx: WorkspaceTx, place: Place) => Promise<Answer | undefined>

/**
 * Answers what is published, read by a role that sees nothing else. The tag names the state of the workspace's content and
 * the question, so whoever has the answer already is told so before any row is read (RFC 9110, section 13.1.2).
 */
async function answer({ request, reply, platform, caller, params }: ReadingCall, read: Read) {
  return asReader(platform, caller.workspaceId, async (tx) => {
    const models = limitModels(await findModels(tx), modelsOf(caller))
    const model = readableBy(caller, collectionIn(models, params.model))
    const { revision, languages } = await findState(tx)
    const mayReadAll = model.fields.every(({ readBy }) => readBy === 'members') || readsAll(caller)
    const etag = tagOf([
      tx.workspaceId,
      revision,
      String(models.step),
      request.url,
      String(mayReadAll || caller.kind !== 'member'),
    ])
    const headers = { ETag: etag, 'Cache-Control': cachingFor(caller), Vary: 'Authorization, Cookie, Accept-Encoding' }
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).headers(headers).send()
    const found = await read(tx, {
      models,
      model: readable(model, caller),
      languages,
      mayUseRendered: mayReadAll,
      findAssets: assetsFor(platform, caller, tx),
    })
    if (!found) throw new Refusal('entry-not-found')
    reply.headers(headers).header('Cache-Tag', [`model-${model.id}`, ...found.ids.map((id) => `entry-${id}`)].join(','))
    return reply.type('application/json; charset=utf-8').send(found.text)
  })
}

const asReader = <T>(platform: Platform, workspaceId: string, work: (tx: WorkspaceTx) => Promise<T>) =>
  inWorkspace(platform.reader, workspaceId, work, { isReading: true })

/** What is hidden from members of the team is there for programs and admins. */
const readsAll = (caller: Asker) => caller.kind !== 'member' || caller.isAdmin

const mayReadDrafts = (caller: Asker): caller is Member | Key =>
  caller.kind === 'member' || (caller.kind === 'key' && caller.keyKind === 'preview')

/** The models that a key is limited to. */
const modelsOf = (caller: Asker): string[] | null =>
  caller.kind === 'key' ? caller.models : caller.kind === 'member' ? (caller.key?.models ?? null) : null

/** Files of the library: those that are public, and for whoever shows who they are the others, by signed addresses. */
function assetsFor(platform: Platform, { kind, workspaceId, domain }: Asker, tx: WorkspaceTx): Place['findAssets'] {
  return async (ids, language) => {
    const found = await deliverAssets({ tx, platform, domain }, ids, language)
    const missing = ids.filter((id) => !found.has(id))
    if (kind === 'visitor' || missing.length === 0) return found
    const others = await inWorkspace(
      platform.app,
      workspaceId,
      (own) => deliverAssets({ tx: own, platform, domain }, missing, language),
      { isReading: true },
    )
    return new Map([...found, ...others])
  }
}

/** Anybody reads a model that is public; all else takes a key, or somebody of the team. */
function readableBy(caller: Asker, model: Model): Model {
  if (caller.kind === 'visitor' && !model.isPublic) throw new Refusal('key-needed')
  return model
}

const readable = (model: Model, caller: Asker): Model =>
  readsAll(caller) ? model : { ...model, fields: model.fields.filter(({ readBy }) => readBy === 'members') }

const cachingFor = ({ kind }: Asker) =>
  `${kind === 'visitor' ? 'public' : 'private'}, max-age=0, must-revalidate, stale-while-revalidate=60`

const tagOf = (parts: string[]) =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`

/** A client that says no-cache beside it is told so too: it asked, and nothing has changed. */
const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** The team, and keys that preview, read the draft; its tag is the revision, which If-Match takes. */
async function answerDraft(
  { inTransaction, params, query, reply, platform }: ApartCall<typeof contract.showContent>,
  caller: Member | Key,
) {
  const { locale } = readOneQuery(query as Parameters)
  const found = await inTransaction(
    async (tx) => {
      const opened = await readEntry(tx, await findDraftId(tx, params))
      const { models, model } = opened
      collectionIn(limitModels(models, modelsOf(caller)), model.pluralKey)
      const text = renderDraft(opened, locale ?? undefined, { isAdmin: readsAll(caller) })
      return {
        revision: opened.entry.revision,
        text: await fillDraft(tx, text, draftAssets({ tx, platform, domain: caller.domain }, opened)),
      }
    },
    { isReading: true },
  )
  reply.header('ETag', `"${found.revision}"`).header('Cache-Control', 'private, no-store')
  return reply.type('application/json; charset=utf-8').send(found.text)
}
