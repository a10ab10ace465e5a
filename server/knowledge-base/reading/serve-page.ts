import { createHash } from 'node:crypto'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { DrawnPage, ReadingPageName } from '#contract/knowledge-base/reading.ts'
import { findRevision } from '#server/knowledge-base/categories/opening.ts'
import { noteView } from '#server/knowledge-base/feedback/views/note-view.ts'
import { sendFailedPage, sendSuspended, sendUnknownHost } from '#server/pages/plain-page.ts'
import { isSuspension } from '#server/platform/database/suspension.ts'
import type { PageReader, PreparedAnswer, VisitorRequest } from '#server/platform/fast-reads/quick-answers.ts'
import { countSearch } from '#server/platform/http/admission.ts'
import { type Coding, codingFor } from '#server/platform/http/compress.ts'
import { permissionsWithPlayers, publicPolicy } from '#server/platform/http/headers.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { asRefusal, tellProblem } from '#server/platform/http/problems.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findToken, isKnownTo, readAsSignedIn, readAsVisitor } from '#server/workspace/readers/find-reader.ts'
import { isDocumentAddress, readAddress } from './asking/address.ts'
import { findPageAt, type ReadingResult } from './find-page.ts'
import type { PageCache, PageResult } from './kept/keep-pages.ts'
import { bytesOf, type CachedPage, etagOf, keepPage } from './kept/kept-page.ts'

export const pageServer = (kept: PageCache) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { platform } = request.server
  if (request.productHost.kind !== 'workspace') return sendUnknownHost(reply, platform.settings)
  try {
    // The answer can contain renewed session cookies, so it is private.
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

// Returns whether the request has a session that can change the answer. Documents for programs, such as feeds, are the
// same for everyone, so sessions are ignored.
function hasSession(request: FastifyRequest): boolean {
  const { access_token: access, refresh_token: refresh } = request.cookies
  const address = addressOf(request)
  return Boolean(access ?? refresh) && !(address && isDocumentAddress(address))
}

async function findOwn(request: FastifyRequest, reply: FastifyReply): Promise<ReadingResult | null> {
  const token = await findToken(request, reply)
  if (!token) return null
  countWords(request, token.sessionId)
  return readAsSignedIn(request, token, (tx, reader) => findPageAt(askedBy(request, tx, reader), request.url))
}

async function findForVisitor(kept: PageCache, request: FastifyRequest): Promise<PageResult | null> {
  const { limiter } = request.server.platform
  const network = networkOf(request.ip)
  limiter.refuseSpent(limits.unknownHost, network)
  countWords(request, network)
  const found = await kept.find(request.productHost.label!, keyOf(request), () => makeForVisitor(request))
  if (!found) limiter.count(limits.unknownHost, network)
  return found
}

// Makes the page for an anonymous visitor. Reads the page and its revision in a single snapshot, so that the cached
// revision fits the page.
async function makeForVisitor(request: FastifyRequest): Promise<PageResult> {
  const { platform } = request.server
  const read = await readAsVisitor(request, (tx, reader) =>
    Promise.all([findRevision(tx), findPageAt(askedBy(request, tx, reader), request.url)]),
  )
  if (!read) throw new Refusal('not-found')
  const [revision, found] = read
  // Search pages are not cached, because there are too many of them. Redirects and errors are not cached either.
  if (found.name === null || found.name === 'search' || found.status !== 200) return { kept: null, other: found }
  if (found.name === 'document') return { kept: await keepPage({ ...found, revision, policy: null }) }
  const { html, ...inline } = await platform.reading.draw<ReadingPageName>(found.name, found.content)
  const policy = policyOf(platform.settings, inline)
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

type PageQuery = Parameters<typeof findPageAt>[0]

const askedBy = (
  { server, productHost }: FastifyRequest,
  tx: PageQuery['tx'],
  reader: PageQuery['reader'],
): PageQuery => ({
  tx,
  reader,
  platform: server.platform,
  domain: productHost.label!,
})

const addressOf = ({ url }: FastifyRequest) => readAddress(url)

function countWords(request: FastifyRequest, key: string) {
  const address = addressOf(request)
  if (address?.kind === 'search') countSearch(request.server.platform.limiter, { key, query: { q: address.words } })
}

function keyOf(request: FastifyRequest): string {
  const address = addressOf(request)
  return address?.kind === 'search'
    ? `${pathOf(request.url)}?${JSON.stringify([address.words, address.topic])}`
    : pathOf(request.url)
}

const pathOf = (url: string) => url.split('?', 1)[0]!.replace(/(?<=.)\/+$/, '')

// Value of `Cache-Control` for pages. Browsers store a page but ask the server again on each visit, so that changes
// show at once.
const freshEachTime = 'public, max-age=0, must-revalidate'
const cachingOf = ({ name, status }: ReadingResult) => (name === 'search' || status >= 302 ? 'no-store' : freshEachTime)

async function sendKept(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  const { headers } = request
  const coding = codingFor(headers['accept-encoding'])
  const etag = etagOf(page, coding)
  reply.header('Vary', 'Accept-Encoding')
  const isPrivate = reply.hasHeader('Cache-Control')
  const isKnown = !isPrivate && isKnownTo(headers['if-none-match'], etag)
  if (!isPrivate) reply.header('ETag', etag).header('Cache-Control', freshEachTime)
  const bytes = isKnown ? null : await bytesOf(page, coding)
  // The uncompressed answer is not cached, because it would take more memory than all compressed answers.
  if (!isPrivate && request.method === 'GET' && (coding || isKnown)) noteGiven(request, reply, page, { coding, bytes })
  if (!bytes) return reply.code(304).send()
  if (page.policy) asPage(reply, page.policy)
  if (coding) reply.header('Content-Encoding', coding)
  if (!page.isIndexed) reply.header('X-Robots-Tag', 'noindex')
  if (page.isForAnyOrigin) reply.header('Access-Control-Allow-Origin', '*')
  return reply.type(page.type).send(bytes)
}

type EncodedBody = { coding: Coding | null; bytes: Buffer | null }

/** Caches the answer after it is sent, because hooks add headers to the answer. */
function noteGiven(request: FastifyRequest, reply: FastifyReply, page: CachedPage, { coding, bytes }: EncodedBody) {
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

export function answerFromCache(
  kept: PageCache,
  { label, url, acceptEncoding, ifNoneMatch }: VisitorRequest,
): PreparedAnswer | null {
  const page = kept.peek(label, url)
  if (!page) return null
  const coding = codingFor(acceptEncoding)
  return page.given.get(givenKey(coding, isKnownTo(ifNoneMatch, etagOf(page, coding)))) ?? null
}

const htmlType = 'text/html; charset=utf-8'

export async function sendPage(platform: Platform, reply: FastifyReply, found: ReadingResult) {
  if (found.name === null) return reply.code(found.status).header('Location', found.location).send()
  if (found.name === 'document') return reply.type(found.type).send(found.text)
  const { html, ...inline } = await platform.reading.draw<ReadingPageName>(found.name, found.content)
  asPage(reply.code(found.status), policyOf(platform.settings, inline, isPreview(found)))
  if (!found.content.head.isIndexed) reply.header('X-Robots-Tag', 'noindex')
  return reply.type(htmlType).send(html)
}

const asPage = (reply: FastifyReply, policy: string) =>
  reply.header('Content-Security-Policy', policy).header('Permissions-Policy', permissionsWithPlayers)
const isPreview = (found: ReadingResult) => found.name === 'article' && found.content.body.previewUntil !== null

export function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (isSuspension(error)) return sendSuspended(request, reply)
  const status = asRefusal(error)?.status ?? 500
  if (status < 500 && status !== 429) throw error
  const { retryAfterSeconds, ...problem } = tellProblem(error, request)
  if (retryAfterSeconds) reply.header('Retry-After', String(retryAfterSeconds))
  const words = request.server.platform.reading.words(addressOf(request)?.language ?? 'en')
  return sendFailedPage(reply, { ...problem, detail: words.failed.textOf(problem) }, pathOf(request.url), words)
}

// Returns the content security policy of a page. It allows inline scripts and styles by hash, because cached pages
// cannot use nonces. Previews may be framed, because the editor shows them in a frame.
function policyOf(settings: Settings, inline: Omit<DrawnPage, 'html'>, isPreview = false) {
  const [scripts, styles] = [inline.inlineScripts.map(hashOf), inline.inlineStyles.map(hashOf)]
  return publicPolicy(settings, { scripts, styles, ancestors: isPreview ? "'self'" : "'none'" })
}

const known = new Map<string, string>()
const mostKnown = 1000

function hashOf(text: string): string {
  const hash = known.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (known.size < mostKnown) known.set(text, hash)
  return hash
}
