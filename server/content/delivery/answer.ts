import { hash } from 'node:crypto'
import { isFiltered, type Parameters } from '#server/content/filters/read-filter.ts'
import { scanInTurn } from '#server/content/filters/scan-turns.ts'
import { collectionIn, type Model, type Models, readableModels } from '#server/content/models/find-models.ts'
import { noteFormerKeyUse } from '#server/content/models/former-keys/note-asks.ts'
import type { Key, Member } from '#server/platform/http/caller.ts'
import { type LimitState, limits } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { formerKeysIn, headersOfFormerKeys } from './asking/former-keys.ts'
import { readFallback, readPerspective } from './asking/read-query.ts'
import { cacheTags } from './cache-tags.ts'
import { type DeliveryCaller, type DeliveryContext, openContext } from './context.ts'
import { type ContentSpace, keepSpaces } from './kept/keep-spaces.ts'
import { type KeptAnswer, keepTexts } from './kept/keep-texts.ts'
import { listContent, showPublished } from './list-content.ts'
import type { Perspective } from './perspective.ts'

/** A request to the delivery API: a list, or one entry by id or slug. */
export type DeliveryRequest = {
  caller: DeliveryCaller
  model: string
  id: string | null
  /** The received URL. For a preview link, its entry and language are added. Part of the cache key. */
  url: string
  /** True on the API host, where cookies are ignored. */
  isOnApi: boolean
  parameters: () => Parameters
  known: string | undefined
}
export type DeliveryAnswer = {
  status: 200 | 304
  headers: Record<string, string>
  bytes: Buffer | null
  /** Rate limit of an expensive read. Null for a cheap read, missing for a cached answer. */
  budget?: LimitState | null
}

/** A checked request without a cached answer. `name` is its cache key. */
type ResolvedRequest = {
  models: Models
  model: Model
  former: ReturnType<typeof formerKeysIn>
  name: string
  etag: string
}

export type Delivery = ReturnType<typeof openDelivery>

/**
 * Answers requests for content. The cache key and the ETag are derived from the content revision, so a 304 answer needs
 * no query for entries (RFC 9110, section 13.1.2).
 */
export function openDelivery(platform: Platform) {
  const spaces = keepSpaces(platform)
  const texts = keepTexts()
  const asks = noteFormerKeyUse(platform)

  function find(question: DeliveryRequest, space: ContentSpace): DeliveryAnswer | ResolvedRequest {
    const { caller, model: key, url, known, parameters } = question
    const models = space.limitedTo(modelsOf(caller))
    const model = collectionIn(models, key, knownTo(caller, models))
    if (caller.kind === 'visitor' && !model.isPublic) throw new Refusal('key-needed')
    const former = formerKeysIn(models, model, { plural: key, parameters })
    // Requests of signed-in members are not counted: only sites and other programs have to stop using a former key.
    if (former.length > 0 && (caller.kind !== 'member' || caller.key))
      asks.note(
        caller.workspaceId,
        keyOf(caller),
        former.map(({ subjectId, key: formerKey }) => ({ subjectId, formerKey })),
      )
    const name = [space.workspaceId, space.stamp, scopeOf(caller), audienceOf(question), url].join('\n')
    const kept = texts.find(name)
    const etag = kept?.unchanged.ETag ?? `"${hash('sha256', name, 'base64url').slice(0, 27)}"`
    if (isKnown(known, etag))
      return { status: 304, headers: kept?.unchanged ?? headersFor(question, etag), bytes: null }
    if (kept) return { status: 200, headers: kept.headers, bytes: kept.bytes }
    return { models, model, former, name, etag }
  }

  function contextFor(
    caller: DeliveryCaller,
    space: ContentSpace,
    { models, model, parameters }: Pick<ResolvedRequest, 'models' | 'model'> & { parameters: Parameters },
  ): { context: DeliveryContext; budget: LimitState | null } {
    const readable = readableIn(space, models, caller)
    const { perspective, budget } = perspectiveOf(platform, caller, parameters)
    const context = openContext({
      platform,
      texts,
      caller,
      space,
      scope: scopeOf(caller),
      models: readable,
      model: readable.byId.get(model.id)!,
      mayUseRendered: mayReadHiddenFields(caller) || isOpen(models, model),
      perspective,
      fallsBack: readFallback(parameters),
    })
    return { context, budget }
  }

  async function make(
    question: DeliveryRequest,
    space: ContentSpace,
    { models, model, former, name, etag }: ResolvedRequest,
  ): Promise<DeliveryAnswer> {
    const { caller, id, parameters } = question
    const { context, budget } = contextFor(caller, space, { models, model, parameters: parameters() })
    const answer = await (id !== null
      ? showPublished(context, id, parameters())
      : isScanned(context.perspective, parameters())
        ? scanInTurn(space.workspaceId, () => listContent(context, parameters()))
        : listContent(context, parameters()))
    if (!answer) throw new Refusal('entry-not-found')
    const isCacheable = context.isCacheable()
    const unchanged = headersFor(question, etag)
    const { ETag: _, ...untagged } = unchanged
    const made: KeptAnswer = {
      unchanged,
      headers: {
        // Drafts and past content change without a new cache key, and signed URLs expire. Such answers have no ETag.
        ...(isCacheable ? unchanged : { ...untagged, 'Cache-Control': caching.other }),
        ...headersOfFormerKeys(former),
        'Cache-Tag': cacheTags(model.id, answer.ids, answer.references),
        'Content-Type': 'application/json; charset=utf-8',
      },
      bytes: Buffer.from(answer.text),
    }
    // An answer is not cached if the content changed during the read, because the answer may be newer than its cache
    // key.
    if (isCacheable && spaces.peek(space.workspaceId) === space) texts.keep(name, etag, made)
    return { status: 200, headers: made.headers, bytes: made.bytes, budget }
  }

  return {
    /** Returns the cached answer, or a function that makes the answer. Undefined if the content state is not cached. */
    peek(question: DeliveryRequest): DeliveryAnswer | (() => Promise<DeliveryAnswer>) | undefined {
      const space = spaces.peek(question.caller.workspaceId)
      if (!space) return undefined
      const found = find(question, space)
      return 'status' in found ? found : () => make(question, space, found)
    },
    async answer(question: DeliveryRequest): Promise<DeliveryAnswer> {
      const space = await spaces.find(question.caller.workspaceId)
      const found = find(question, space)
      return 'status' in found ? found : make(question, space, found)
    },
    async open(caller: Member, key: string, parameters: Parameters): Promise<DeliveryContext> {
      const space = await spaces.find(caller.workspaceId)
      const models = space.limitedTo(modelsOf(caller))
      return contextFor(caller, space, { models, model: collectionIn(models, key), parameters }).context
    },
    async close() {
      spaces.close()
      await asks.write()
    },
  }
}

type AudienceQuestion = Pick<DeliveryRequest, 'caller' | 'isOnApi'>

/** Cache-Control by caller. Answers for members, preview keys and preview links are never cached. */
const caching = {
  visitor: 'public, max-age=60, stale-while-revalidate=300',
  delivery: 'private, max-age=0, must-revalidate',
  other: 'private, no-store',
}

const audienceOf = ({ caller, isOnApi }: AudienceQuestion) => `${readerOf(caller)} ${isOnApi}`

function readerOf(caller: DeliveryCaller): keyof typeof caching {
  if (caller.kind === 'visitor') return 'visitor'
  return caller.kind === 'key' && caller.keyKind === 'delivery' ? 'delivery' : 'other'
}

const headersFor = ({ caller, isOnApi }: AudienceQuestion, etag: string) => ({
  ETag: etag,
  'Cache-Control': caching[readerOf(caller)],
  Vary: isOnApi ? 'Authorization, Accept-Encoding' : 'Authorization, Cookie, Accept-Encoding',
  ...(isOnApi && caller.kind === 'visitor' && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
})

// Returns the part of the cache key that says what a caller can read. Only identified callers get signed URLs of
// non-public files.
const scopeOf = (caller: DeliveryCaller) =>
  [
    ...[caller.kind === 'visitor' ? 'visitor' : 'known', previews(caller), mayReadHiddenFields(caller)],
    ...(modelsOf(caller) ?? ['*']),
  ].join(' ')

const previews = (caller: DeliveryCaller) => caller.kind === 'key' && caller.keyKind !== 'delivery'

/** Whether the caller reads drafts, as a member, preview key or link. `asReader` limits a link to its entry. */
export const mayReadDrafts = (caller: DeliveryCaller): caller is Member | Key =>
  caller.kind === 'member' || previews(caller)

const isScanned = ({ kind }: Perspective, parameters: Parameters) =>
  kind === 'past' || (kind === 'draft' && isFiltered(parameters))

// Returns the perspective. Preview keys read drafts by default. Reads of past content and of filtered drafts use no
// index, so they have a limit per caller or network.
function perspectiveOf({ limiter }: Platform, caller: DeliveryCaller, parameters: Parameters) {
  const perspective: Perspective = readPerspective(parameters) ?? { kind: previews(caller) ? 'draft' : 'published' }
  if (perspective.kind === 'draft' && !mayReadDrafts(caller))
    throw new Refusal('not-allowed', { detail: 'Drafts are read with a preview or a management key.' })
  if (!isScanned(perspective, parameters)) return { perspective, budget: null }
  const limit = perspective.kind === 'past' ? limits.pastContent : limits.draftFilters
  return { perspective, budget: limiter.count(limit, caller.id ?? caller.network) }
}

/**
 * Whether the caller can read fields that are hidden from members. Admins, visitors, delivery keys and preview keys
 * can. Members who are not admins and preview links cannot.
 */
export const mayReadHiddenFields = (caller: DeliveryCaller) =>
  caller.kind === 'member' ? caller.isAdmin : caller.kind !== 'key' || caller.keyKind !== 'link'

const keyOf = (caller: DeliveryCaller): string | null =>
  caller.kind === 'key' ? caller.id : caller.kind === 'member' ? (caller.key?.id ?? null) : null

export const modelsOf = (caller: DeliveryCaller): string[] | null =>
  caller.kind === 'key' ? caller.models : caller.kind === 'member' ? (caller.key?.models ?? null) : null

// Returns the readable models. Visitors reach only public models, also in joins and filters. Preview links and members
// who are not admins get no fields for admins only.
function readableIn(space: ContentSpace, models: Models, caller: DeliveryCaller): Models {
  if (caller.kind === 'visitor')
    return space.limitedTo(models.there.filter(({ isPublic }) => isPublic).map(({ id }) => id))
  return readableModels(models, { isAdmin: mayReadHiddenFields(caller) })
}

const isOpen = ({ there }: Models, model: Model) =>
  there
    .filter(({ id, kind }) => id === model.id || kind === 'component')
    .every(({ fields }) => fields.every(({ readBy }) => readBy === 'members'))

const knownTo = (caller: DeliveryCaller, { there }: Models) =>
  caller.kind === 'visitor' || !mayReadHiddenFields(caller) ? there.filter(({ isPublic }) => isPublic) : there

// Whether the client has the current answer. `Cache-Control: no-cache` in the request is ignored, because a matching
// ETag proves that the answer is current.
const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch === etag || ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
