import { hash } from 'node:crypto'
import { isFiltered, type Parameters } from '#server/content/filters/read-filter.ts'
import { scanInTurn } from '#server/content/filters/scan-turns.ts'
import { collectionIn, type Model, type Models, readableModels } from '#server/content/models/find-models.ts'
import { noteFormerAsks } from '#server/content/models/former-keys/note-asks.ts'
import type { Key, Member } from '#server/platform/http/caller.ts'
import { type LimitState, limits } from '#server/platform/http/limits.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { formerKeysIn, headersOfFormerKeys } from './asking/former-keys.ts'
import { readFallback, readPerspective } from './asking/read-query.ts'
import { cacheTags } from './cache-tags.ts'
import { keepSpaces, type Space } from './kept/keep-spaces.ts'
import { type KeptAnswer, keepTexts } from './kept/keep-texts.ts'
import { listContent, showPublished } from './list-content.ts'
import type { Perspective } from './perspective.ts'
import { type Asker, openPlace, type Place } from './place.ts'

/** A question for what is published: for a list, or for one entry by its id or address. */
export type Question = {
  caller: Asker
  model: string
  id: string | null
  /** As it was asked: what it says is told apart by its letters. */
  url: string
  /** There nobody is known by a cookie. */
  isOnApi: boolean
  parameters: () => Parameters
  /** The tags of answers that the asker has. */
  known: string | undefined
}
export type Delivered = {
  status: 200 | 304
  headers: Record<string, string>
  bytes: Buffer | null
  /** Of what the question costs beside the call; null where it costs nothing. */
  budget?: LimitState | null
}

/** What an answer that has to be read is about, and the name under which it would be kept. */
type Unanswered = {
  models: Models
  model: Model
  former: ReturnType<typeof formerKeysIn>
  scope: string
  name: string
  etag: string
}

export type Delivery = ReturnType<typeof openDelivery>

/**
 * Answers what is published. An answer is kept in memory under the state of the workspace's content that it was read from, and
 * its tag names that state and the question: whoever has it already is told so before any row is read (RFC 9110, section
 * 13.1.2).
 */
export function openDelivery(platform: Platform) {
  const spaces = keepSpaces(platform)
  const texts = keepTexts()
  const asks = noteFormerAsks(platform)

  function find(question: Question, space: Space): Delivered | Unanswered {
    const { caller, model: key, url, known, parameters } = question
    const models = space.limitedTo(modelsOf(caller))
    const model = readableBy(caller, collectionIn(models, key, knownTo(caller, models)))
    const former = formerKeysIn(models, model, { plural: key, parameters })
    // Members look at what programs get, and are none.
    if (former.length > 0 && (caller.kind !== 'member' || caller.key))
      asks.note(
        caller.workspaceId,
        keyOf(caller),
        former.map(({ subjectId, key: formerKey }) => ({ subjectId, formerKey })),
      )
    const scope = scopeOf(caller)
    const name = [space.workspaceId, space.stamp, scope, audienceOf(question), url].join('\n')
    const kept = texts.find(name)
    const etag = kept?.unchanged.ETag ?? `"${hash('sha256', name, 'base64url').slice(0, 27)}"`
    if (isKnown(known, etag))
      return { status: 304, headers: kept?.unchanged ?? headersFor(question, etag), bytes: null }
    if (kept) return { status: 200, headers: kept.headers, bytes: kept.bytes }
    return { models, model, former, scope, name, etag }
  }

  type Placed = Pick<Unanswered, 'models' | 'model' | 'scope'> & { parameters: Parameters }

  type Opened = { place: Place; budget: LimitState | null }

  function placeFor(caller: Asker, space: Space, { models, model, scope, parameters }: Placed): Opened {
    const readable = readableIn(space, models, caller)
    const { perspective, budget } = perspectiveOf(platform, caller, parameters)
    const place = openPlace({
      platform,
      texts,
      caller,
      space,
      scope,
      models: readable,
      model: readable.byId.get(model.id)!,
      mayUseRendered: readsAll(caller) || isOpen(models, model),
      perspective,
      fallsBack: readFallback(parameters),
    })
    return { place, budget }
  }

  async function make(
    question: Question,
    space: Space,
    { models, model, former, scope, name, etag }: Unanswered,
  ): Promise<Delivered> {
    const { caller, id, parameters } = question
    const { place, budget } = placeFor(caller, space, { models, model, scope, parameters: parameters() })
    const answer = await (id !== null
      ? showPublished(place, id, parameters())
      : isScanned(place.perspective, parameters())
        ? scanInTurn(space.workspaceId, () => listContent(place, parameters()))
        : listContent(place, parameters()))
    if (!answer) throw new Refusal('entry-not-found')
    const isLasting = place.isLasting()
    const unchanged = headersFor(question, etag)
    const { ETag: _, ...untagged } = unchanged
    const made: KeptAnswer = {
      unchanged,
      headers: {
        // Signed addresses hold for some time alone, so nobody is told that those they have are still good.
        ...(isLasting ? unchanged : { ...untagged, 'Cache-Control': caching.other }),
        ...headersOfFormerKeys(former),
        'Cache-Tag': cacheTags(model.id, answer.ids, answer.led),
        'Content-Type': 'application/json; charset=utf-8',
      },
      bytes: Buffer.from(answer.text),
    }
    // What was read while something changed may be newer than the state that it would be kept under.
    if (isLasting && spaces.peek(space.workspaceId) === space) texts.keep(name, etag, made)
    return { status: 200, headers: made.headers, bytes: made.bytes, budget }
  }

  return {
    /** The answer, where it is known without asking; undefined where the state of the content is not. */
    peek(question: Question): Delivered | (() => Promise<Delivered>) | undefined {
      const space = spaces.peek(question.caller.workspaceId)
      if (!space) return undefined
      const found = find(question, space)
      return 'status' in found ? found : () => make(question, space, found)
    },
    async answer(question: Question): Promise<Delivered> {
      const space = await spaces.find(question.caller.workspaceId)
      const found = find(question, space)
      return 'status' in found ? found : make(question, space, found)
    },
    /** Where a question is answered from, for whoever asks how it is. */
    async open(caller: Member, key: string, parameters: Parameters): Promise<Place> {
      const space = await spaces.find(caller.workspaceId)
      const models = space.limitedTo(modelsOf(caller))
      return placeFor(caller, space, { models, model: collectionIn(models, key), scope: scopeOf(caller), parameters })
        .place
    },
    async close() {
      spaces.close()
      await asks.write()
    },
  }
}

type AudienceQuestion = Pick<Question, 'caller' | 'isOnApi'>

/** Who keeps an answer, and for how long: what is signed in or previews is kept by nobody. */
const caching = {
  visitor: 'public, max-age=60, stale-while-revalidate=300',
  delivery: 'private, max-age=0, must-revalidate',
  other: 'private, no-store',
}

const audienceOf = ({ caller, isOnApi }: AudienceQuestion) => `${readerOf(caller)} ${isOnApi}`

function readerOf(caller: Asker): keyof typeof caching {
  if (caller.kind === 'visitor') return 'visitor'
  return caller.kind === 'key' && caller.keyKind === 'delivery' ? 'delivery' : 'other'
}

const headersFor = ({ caller, isOnApi }: AudienceQuestion, etag: string) => ({
  ETag: etag,
  'Cache-Control': caching[readerOf(caller)],
  Vary: isOnApi ? 'Authorization, Accept-Encoding' : 'Authorization, Cookie, Accept-Encoding',
  ...(isOnApi && caller.kind === 'visitor' && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
})

/** Callers who get the same answers: files that are not public have addresses for whoever shows who they are. */
const scopeOf = (caller: Asker) =>
  [
    ...[caller.kind === 'visitor' ? 'visitor' : 'known', previews(caller), readsAll(caller)],
    ...(modelsOf(caller) ?? ['*']),
  ].join(' ')

const previews = (caller: Asker) => caller.kind === 'key' && caller.keyKind !== 'delivery'

/** The team, keys that preview, and a link where it asks for its own entry (`asReader`). */
export const mayReadDrafts = (caller: Asker): caller is Member | Key => caller.kind === 'member' || previews(caller)

const isScanned = ({ kind }: Perspective, parameters: Parameters) =>
  kind === 'past' || (kind === 'draft' && isFiltered(parameters))

type SettledPerspective = { perspective: Perspective; budget: LimitState | null }

/** A key that previews reads drafts unless it says otherwise; what no index knows counts for whoever asks, or their network. */
function perspectiveOf({ limiter }: Platform, caller: Asker, parameters: Parameters): SettledPerspective {
  const asked = readPerspective(parameters) ?? { kind: previews(caller) ? 'draft' : 'published' }
  if (asked.kind === 'draft' && !mayReadDrafts(caller))
    throw new Refusal('not-allowed', { detail: 'Drafts are read with a preview or a management key.' })
  if (!isScanned(asked, parameters)) return { perspective: asked, budget: null }
  const limit = asked.kind === 'past' ? limits.pastContent : limits.draftFilters
  return { perspective: asked, budget: limiter.count(limit, caller.id ?? caller.network) }
}

/** What is hidden from members of the team is there for programs and admins, and for nobody who was given a link. */
export const readsAll = (caller: Asker) =>
  caller.kind === 'member' ? caller.isAdmin : caller.kind !== 'key' || caller.keyKind !== 'link'

const keyOf = (caller: Asker): string | null =>
  caller.kind === 'key' ? caller.id : caller.kind === 'member' ? (caller.key?.id ?? null) : null

/** The models that a key is limited to. */
export const modelsOf = (caller: Asker): string[] | null =>
  caller.kind === 'key' ? caller.models : caller.kind === 'member' ? (caller.key?.models ?? null) : null

/** What a visitor is led to, by joins and by filters, is public as well; to members some fields are hidden everywhere. */
function readableIn(space: Space, models: Models, caller: Asker): Models {
  if (caller.kind === 'visitor')
    return space.limitedTo(models.there.filter(({ isPublic }) => isPublic).map(({ id }) => id))
  return readableModels(models, { isAdmin: readsAll(caller) })
}

/** Whether nothing of it is hidden from members, in its components neither. */
const isOpen = ({ there }: Models, model: Model) =>
  there
    .filter(({ id, kind }) => id === model.id || kind === 'component')
    .every(({ fields }) => fields.every(({ readBy }) => readBy === 'members'))

/** Visitors know of what is public alone, and so does whoever was given a link to a draft. */
const knownTo = (caller: Asker, { there }: Models) =>
  caller.kind === 'visitor' || !readsAll(caller) ? there.filter(({ isPublic }) => isPublic) : there

/** Anybody reads a model that is public; all else takes a key, or somebody of the team. */
function readableBy(caller: Asker, model: Model): Model {
  if (caller.kind === 'visitor' && !model.isPublic) throw new Refusal('key-needed')
  return model
}

/** A client that says no-cache beside it is told so too: it asked, and nothing has changed. */
const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch === etag || ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
