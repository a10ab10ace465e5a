import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#contract/refusals.ts'
import { mostOfComment } from '#contract/texts.ts'
import { isSameOrigin } from '#server/platform/http/admission.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { sendFailedPage } from './plain-page.ts'

const mostBytes = 32 * 1024

export function acceptForms(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: mostBytes },
    async (_: FastifyRequest, body: string) => new URLSearchParams(body),
  )
}

type ReaderRequest = FastifyRequest<{ Params: { slug: string; language?: string } }>
type ReaderForm = {
  send: (request: FastifyRequest, reply: FastifyReply, form: URLSearchParams) => Promise<Problem | undefined>
  shownAfter: (form: URLSearchParams) => string
  askedAt: string
}

/**
 * Returns the handler of a form on a public page. After success, browsers are redirected to the page at the anchor from
 * `shownAfter`. Scripts get 204.
 */
export const takeReaderForm =
  ({ send, shownAfter, askedAt }: ReaderForm) =>
  async (request: ReaderRequest, reply: FastifyReply) => {
    if (request.productHost.kind !== 'workspace') throw new Refusal('not-found')
    if (!isSameOrigin(request)) throw new Refusal('cross-site')
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const problem = await send(request, reply, form)
    const wantsPage = request.headers.accept?.includes('text/html') ?? false
    reply.header('Cache-Control', 'no-store')
    if (problem && wantsPage) return sendRefused(request, reply, form, { problem, askedAt })
    if (problem) return tellRefused(reply, problem)
    if (!wantsPage) return reply.code(204).send()
    return reply
      .code(303)
      .header('Location', pathBack(request, shownAfter(form)))
      .send()
  }

export const wordsIn = (form: URLSearchParams, name: string) => form.get(name)?.replaceAll('\r\n', '\n')

const pathBack = ({ params }: ReaderRequest, shown: string) => `../${encodeURIComponent(params.slug)}#${shown}`

type Refused = { problem: Problem; askedAt: string }

/** Sends a refusal as a page, in the language of the URL, else of the form, else in English. */
function sendRefused(
  request: ReaderRequest,
  reply: FastifyReply,
  form: URLSearchParams,
  { problem, askedAt }: Refused,
) {
  const { language } = request.params
  const words = request.server.platform.reading.words(language ?? form.get('language') ?? 'en')
  const detail = words.faultOf(problem, mostOfComment)
  return sendFailedPage(reply, { ...problem, detail }, pathBack(request, askedAt), words)
}

const tellRefused = (reply: FastifyReply, problem: Problem) =>
  reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
