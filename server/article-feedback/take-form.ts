import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { giveFeedback } from '#contract/article-feedback.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/refusals.ts'
import { mostOfComment } from '#contract/texts.ts'
import { pageApi } from '#server/pages/page-api.ts'
import { sendFailedPage } from '#server/pages/plain-page.ts'
import { isSameOrigin } from '#server/platform/http/admission.ts'
import { findCookieToken } from '#server/platform/http/cookies.ts'
import type { App } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'

const mostBytes = 32 * 1024
const mostSearched = 256

/** Forms are taken where they are sent to, and nowhere else. */
export function acceptForms(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: mostBytes },
    async (_: FastifyRequest, body: string) => new URLSearchParams(body),
  )
}

/**
 * What a reader sends from the page of an article, which is the same for everybody and stays so: what it thanks with stands
 * in it already, and the address it answers with says what is shown. The page's script asks for no page.
 */
export async function takeFeedbackForm(request: FastifyRequest, reply: FastifyReply) {
  if (request.productHost.kind !== 'workspace') throw new Refusal('not-found')
  if (!isSameOrigin(request)) throw new Refusal('cross-site')
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const problem = await send(request, reply, form)
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  reply.header('Cache-Control', 'no-store')
  if (problem) return wantsPage ? sendRefused(request, reply, form, problem) : tellRefused(reply, problem)
  if (!wantsPage) return reply.code(204).send()
  return reply
    .code(303)
    .header('Location', pathBack(request, shownAfter(form)))
    .send()
}

async function send(request: FastifyRequest, reply: FastifyReply, form: URLSearchParams): Promise<Problem | undefined> {
  const input = {
    params: { id: form.get('article') ?? '' },
    body: { ...saidIn(form), searched: searchedBefore(request, form) },
  }
  const attemptAs = async (token: string | null) =>
    (await pageApi(request.server as unknown as App, request, token).attempt(giveFeedback, input)).problem
  const token = request.headers.cookie ? await findCookieToken(request, reply) : null
  const problem = await attemptAs(token)
  // Who is signed in elsewhere reads here as anybody does.
  return token && problem && elsewhere.has(problem.code) ? attemptAs(null) : problem
}

const elsewhere = new Set<string>(['wrong-workspace', 'not-allowed', 'not-signed-in'])

/** A line break of a form is two characters, and one counts. What is neither yes nor no is refused by the API. */
function saidIn(form: URLSearchParams): BodyOf<typeof giveFeedback> {
  const textOf = (name: string) => form.get(name)?.replaceAll('\r\n', '\n')
  const helpful = { true: true, false: false }[form.get('helpful') ?? '']
  return {
    helpful: helpful as boolean,
    comment: textOf('comment'),
    email: textOf('email')?.trim(),
    language: textOf('language'),
  }
}

/** The page's script says it; without one it stands in the address of the page, to which a result of a search has led. */
function searchedBefore({ headers }: FastifyRequest, form: URLSearchParams): string | undefined {
  const from = URL.parse(headers.referer ?? '')
  const searched = form.get('searched') ?? from?.searchParams.get('q')
  return searched?.slice(0, mostSearched)
}

const shownAfter = (form: URLSearchParams) => {
  if (form.has('comment')) return 'feedback_thanks'
  return form.get('helpful') === 'true' ? 'feedback_yes' : 'feedback_no'
}

/** The page that the form stands in, one step above where it is sent to. */
const pathBack = ({ params }: FastifyRequest, shown: string) =>
  `../${encodeURIComponent((params as { slug: string }).slug)}#${shown}`

/** In the language of the page: its address names it, but for the first, in which the text is as well. */
function sendRefused(request: FastifyRequest, reply: FastifyReply, form: URLSearchParams, problem: Problem) {
  const { language } = request.params as { language?: string }
  const words = request.server.platform.reading.words(language ?? form.get('language') ?? 'en')
  const detail = words.faultOf(problem, mostOfComment)
  return sendFailedPage(reply, { ...problem, detail }, pathBack(request, 'feedback_question'), words)
}

const tellRefused = (reply: FastifyReply, problem: Problem) =>
  reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
