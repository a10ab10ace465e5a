import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadingPageName } from '#contract/knowledge-base/reading.ts'
import { noteView } from '#server/knowledge-base/feedback/views/note-view.ts'
import { sendFailedPage, sendSuspended, sendUnknownHost } from '#server/pages/plain-page.ts'
import { isSuspension } from '#server/platform/database/suspension.ts'
import type { PageReader, PreparedAnswer, VisitorRequest } from '#server/platform/fast-reads/quick-answers.ts'
import { countSearch } from '#server/platform/http/admission.ts'
import { type Coding, codingFor } from '#server/platform/http/compress.ts'
import { permissionsWithPlayers } from '#server/platform/http/headers.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { asRefusal, tellProblem } from '#server/platform/http/problems.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findToken, readAsSignedIn, readAsVisitor } from '#server/workspace/readers/find-reader.ts'
import { isKnownTo } from '#server/workspace/readers/known-tag.ts'
import { isDocumentAddress, readAddress } from './asking/address.ts'
import { type FoundPage, findAt } from './find-page.ts'
import type { KeptPages, Made } from './kept/keep-pages.ts'
import { bytesOf, etagOf, type KeptPage, keepPage } from './kept/kept-page.ts'
import { pagePolicy, previewPolicy } from './page-policy.ts'
import { findRevision } from './queries/space.ts'

/** One of the public pages, for whoever asks. */
export const pageServer = (kept: KeptPages) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { platform } = request.server
  if (request.productHost.kind !== 'workspace') return sendUnknownHost(reply, platform.settings)
  try {
    // Its cookies may be renewed on the way, so no cache may keep the answer, whosever page it is.
    const isPrivate = hasSession(request)
    if (isPrivate) reply.header('Cache-Control', 'private, no-store')
    const own = isPrivate ? await findOwn(request, reply) : null
    if (own) {
      if ('read' in own && own.read && own.content.frame.viewer !== 'team')
        noteView(platform, readerOf(request), own.read)
      return await sendPage(platform, reply, own)
    }
    const found = await findForVisitor(kept, request)
    if (!found) return sendUnknownHost(reply, platform.settings)
    if (found.kept) {
      if (found.kept.read) noteView(platform, readerOf(request), found.kept.read)
      return await sendKept(request, reply, found.kept)
    }
    if (!isPrivate) reply.header('Cache-Control', cachingOf(found.other))
    return await sendPage(platform, reply, found.other)
  } catch (error) {
    return sendFailure(error as FastifyError, request, reply)
  }
}

const readerOf = ({ method, headers, ip }: FastifyRequest): PageReader => ({
  method,
  headers,
  network: () => networkOf(ip),
})

/** Documents for programs are the same for everybody. */
function hasSession(request: FastifyRequest): boolean {
  const { access_token: access, refresh_token: refresh } = request.cookies
  const address = addressOf(request)
  return Boolean(access ?? refresh) && !(address && isDocumentAddress(address))
}

/** What whoever is signed in here may read: nobody else gets it. */
async function findOwn(request: FastifyRequest, reply: FastifyReply): Promise<FoundPage | null> {
  const token = await findToken(request, reply)
  if (!token) return null
  countWords(request, token.sessionId)
  return readAsSignedIn(request, token, (tx, reader) => findAt(askedBy(request, tx, reader), request.url))
}

async function findForVisitor(kept: KeptPages, request: FastifyRequest): Promise<Made<FoundPage> | null> {
  const { limiter } = request.server.platform
  const network = networkOf(request.ip)
  limiter.refuseSpent(limits.unknownHost, network)
  countWords(request, network)
  const found = await kept.find(request.productHost.label!, keyOf(request), () => makeForVisitor(request))
  if (!found) limiter.count(limits.unknownHost, network)
  return found
}

/** The page with the number of what it shows, which are read at one moment. */
async function makeForVisitor(request: FastifyRequest): Promise<Made<FoundPage>> {
  const { platform } = request.server
  const read = await readAsVisitor(request, (tx, reader) =>
    Promise.all([findRevision(tx), findAt(askedBy(request, tx, reader), request.url)]),
  )
  if (!read) throw new Refusal('not-found')
  const [revision, found] = read
  // What is found by words is as many pages as there are words.
  if (found.name === null || found.name === 'search' || found.status !== 200) return { kept: null, other: found }
  if (found.name === 'document') return { kept: await keepPage({ ...found, revision, policy: null }) }
  const { html, ...inline } = await platform.reading.draw<ReadingPageName>(found.name, found.content)
  const policy = pagePolicy(platform.settings, inline)
  return {
    kept: await keepPage({
      text: html,
      revision,
      type: htmlType,
      policy,
      isIndexed: found.content.head.isIndexed,
      read: found.read,
    }),
  }
}

type Asked = Parameters<typeof findAt>[0]

const askedBy = ({ server, productHost }: FastifyRequest, tx: Asked['tx'], reader: Asked['reader']): Asked => ({
  tx,
  reader,
  platform: server.platform,
  domain: productHost.label!,
})

const addressOf = ({ url }: FastifyRequest) => readAddress(url)

/** A search costs more than a page. */
function countWords(request: FastifyRequest, key: string) {
  const address = addressOf(request)
  if (address?.kind === 'search') countSearch(request.server.platform.limiter, { key, query: { q: address.words } })
}

/** One for all who ask for the same page meanwhile. */
function keyOf(request: FastifyRequest): string {
  const address = addressOf(request)
  return address?.kind === 'search'
    ? `${pathOf(request.url)}?${JSON.stringify([address.words, address.topic])}`
    : pathOf(request.url)
}

const pathOf = (url: string) => url.split('?', 1)[0]!.replace(/(?<=.)\/+$/, '')

/** Asked for anew each time, so that a change shows at once. */
const freshEachTime = 'public, max-age=0, must-revalidate'
/** What is not there, or was found by words, is kept by nobody. */
const cachingOf = ({ name, status }: FoundPage) => (name === 'search' || status >= 302 ? 'no-store' : freshEachTime)

async function sendKept(request: FastifyRequest, reply: FastifyReply, page: KeptPage) {
  const { headers } = request
  const coding = codingFor(headers['accept-encoding'])
  const etag = etagOf(page, coding)
  reply.header('Vary', 'Accept-Encoding')
  const isPrivate = reply.hasHeader('Cache-Control')
  const isKnown = !isPrivate && isKnownTo(headers['if-none-match'], etag)
  if (!isPrivate) reply.header('ETag', etag).header('Cache-Control', freshEachTime)
  const bytes = isKnown ? null : await bytesOf(page, coding)
  // Unpacked it would take more memory than all its other forms.
  if (!isPrivate && request.method === 'GET' && (coding || isKnown)) noteGiven(request, reply, page, { coding, bytes })
  if (!bytes) return reply.code(304).send()
  if (page.policy) asPage(reply, page.policy)
  if (coding) reply.header('Content-Encoding', coding)
  if (!page.isIndexed) reply.header('X-Robots-Tag', 'noindex')
  if (page.isForAnyOrigin) reply.header('Access-Control-Allow-Origin', '*')
  return reply.type(page.type).send(bytes)
}

type Sent = { coding: Coding | null; bytes: Buffer | null }

/** With the headers that every room adds on the way. */
function noteGiven(request: FastifyRequest, reply: FastifyReply, page: KeptPage, { coding, bytes }: Sent) {
  const key = givenKey(coding, bytes === null)
  if (page.given.has(key)) return
  const [{ platform }, { read }] = [request.server, page]
  const route = request.routeOptions.url ?? 'none'
  const onSent = read && ((reader: PageReader) => noteView(platform, reader, read))
  reply.raw.once('finish', () => {
    const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
    page.given.set(key, { status: reply.statusCode, headers, body: bytes, route, onSent })
  })
}

const givenKey = (coding: Coding | null, isKnown: boolean) => `${coding} ${isKnown}`

/** What an anonymous reader gets for a question that was answered before, since nothing that it shows has changed. */
export function giveAgain(
  kept: KeptPages,
  { label, url, acceptEncoding, ifNoneMatch }: VisitorRequest,
): PreparedAnswer | null {
  const page = kept.peek(label, url)
  if (!page) return null
  const coding = codingFor(acceptEncoding)
  return page.given.get(givenKey(coding, isKnownTo(ifNoneMatch, etagOf(page, coding)))) ?? null
}

const htmlType = 'text/html; charset=utf-8'

export async function sendPage(platform: Platform, reply: FastifyReply, found: FoundPage) {
  if (found.name === null) return reply.code(found.status).header('Location', found.location).send()
  if (found.name === 'document') return reply.type(found.type).send(found.text)
  const { html, ...inline } = await platform.reading.draw<ReadingPageName>(found.name, found.content)
  const policyOf = isPreview(found) ? previewPolicy : pagePolicy
  asPage(reply.code(found.status), policyOf(platform.settings, inline))
  if (!found.content.head.isIndexed) reply.header('X-Robots-Tag', 'noindex')
  return reply.type(htmlType).send(html)
}

const asPage = (reply: FastifyReply, policy: string) =>
  reply.header('Content-Security-Policy', policy).header('Permissions-Policy', permissionsWithPlayers)
const isPreview = (found: FoundPage) => found.name === 'article' && found.content.body.previewUntil !== null

export function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (isSuspension(error)) return sendSuspended(request, reply)
  const status = asRefusal(error)?.status ?? 500
  if (status < 500 && status !== 429) throw error
  const { retryAfterSeconds, ...problem } = tellProblem(error, request)
  if (retryAfterSeconds) reply.header('Retry-After', String(retryAfterSeconds))
  const words = request.server.platform.reading.words(addressOf(request)?.language ?? 'en')
  return sendFailedPage(reply, { ...problem, detail: words.failed.textOf(problem) }, pathOf(request.url), words)
}
