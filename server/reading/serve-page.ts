import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadingPageName } from '#contract/reading.ts'
import { sendFailedPage, sendUnknownHost } from '#server/pages/plain-page.ts'
import { limits } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { asRefusal, tellProblem } from '#server/platform/http/problems.ts'
import { readAddress } from './asking/address.ts'
import { type FoundPage, findPage } from './find-page.ts'
import { findToken, readAsSignedIn, readAsVisitor } from './find-reader.ts'
import { pagePolicy } from './page-policy.ts'

/** One of the public pages, for whoever asks. */
export async function servePage(request: FastifyRequest, reply: FastifyReply) {
  const { platform } = request.server
  if (request.productHost.kind !== 'workspace') return sendUnknownHost(reply, platform.settings)
  try {
    const own = await findOwn(request, reply)
    if (own) return await sendPage(platform, reply.header('Cache-Control', 'private, no-store'), own)
    const found = await findForVisitor(request)
    if (!found) return sendUnknownHost(reply, platform.settings)
    return await sendPage(platform, reply.header('Cache-Control', cachingOf(found)), found)
  } catch (error) {
    return sendFailure(error as FastifyError, request, reply)
  }
}

/** What whoever is signed in here may read: nobody else gets it. */
async function findOwn(request: FastifyRequest, reply: FastifyReply): Promise<FoundPage | null> {
  const token = await findToken(request, reply)
  if (!token) return null
  return readAsSignedIn(request, token, (tx, reader) => findPage(askedBy(request, tx, reader), addressOf(request)))
}

async function findForVisitor(request: FastifyRequest): Promise<FoundPage | null> {
  const { limiter } = request.server.platform
  const network = networkOf(request.ip)
  limiter.refuseSpent(limits.unknownHost, network)
  const found = await readAsVisitor(request, (tx, reader) => findPage(askedBy(request, tx, reader), addressOf(request)))
  if (!found) limiter.count(limits.unknownHost, network)
  return found
}

type Asked = Parameters<typeof findPage>[0]

const askedBy = ({ server, productHost }: FastifyRequest, tx: Asked['tx'], reader: Asked['reader']): Asked => ({
  ...{ tx, reader, platform: server.platform },
  domain: productHost.label!,
})

const addressOf = ({ url }: FastifyRequest) => readAddress(pathOf(url))

const pathOf = (url: string) => url.split('?', 1)[0]!.replace(/(?<=.)\/+$/, '')

/** Asked for anew each time, so that a change shows at once; what is not there is kept by nobody. */
const cachingOf = ({ status }: FoundPage) => (status >= 302 ? 'no-store' : 'public, max-age=0, must-revalidate')

async function sendPage(platform: Platform, reply: FastifyReply, found: FoundPage) {
  if (found.name === null) return reply.code(found.status).header('Location', found.location).send()
  const { html, ...inline } = await platform.reading.draw<ReadingPageName>(found.name, found.content)
  reply.code(found.status).header('Content-Security-Policy', pagePolicy(platform.settings, inline))
  if (!found.content.head.isIndexed) reply.header('X-Robots-Tag', 'noindex')
  return reply.type('text/html; charset=utf-8').send(html)
}

function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if ((asRefusal(error)?.status ?? 500) < 500) throw error
  const { retryAfterSeconds, ...problem } = tellProblem(error, request)
  if (retryAfterSeconds) reply.header('Retry-After', String(retryAfterSeconds))
  return sendFailedPage(reply, problem, pathOf(request.url))
}
