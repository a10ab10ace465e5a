import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf } from '#contract/endpoint.ts'
import { giveFeedback } from '#contract/knowledge-base/feedback.ts'
import type { Problem } from '#contract/refusals.ts'
import { pageApi } from '#server/pages/page-api.ts'
import { takeReaderForm, wordsIn } from '#server/pages/reader-forms.ts'
import { findCookieToken } from '#server/platform/http/cookies.ts'

const mostSearched = 256

export const takeFeedbackForm = takeReaderForm({
  send,
  shownAfter(form) {
    if (form.has('comment')) return 'feedback_thanks'
    return form.get('helpful') === 'true' ? 'feedback_yes' : 'feedback_no'
  },
  askedAt: 'feedback_question',
})

async function send(request: FastifyRequest, reply: FastifyReply, form: URLSearchParams): Promise<Problem | undefined> {
  const input = {
    params: { id: form.get('article') ?? '' },
    body: { ...readFeedbackForm(form), searched: searchedBefore(request, form) },
  }
  const attemptAs = async (token: string | null) =>
    (await pageApi(request.server, request, token).attempt(giveFeedback, input)).problem
  const token = request.headers.cookie ? await findCookieToken(request, reply) : null
  const problem = await attemptAs(token)
  // If the session is not valid in this workspace, sends the feedback again as an anonymous visitor.
  return token && problem && elsewhere.has(problem.code) ? attemptAs(null) : problem
}

const elsewhere = new Set<string>(['wrong-workspace', 'not-allowed', 'not-signed-in'])

// Reads the feedback form. If `helpful` is neither `true` nor `false`, it becomes undefined, and the API refuses the
// feedback.
function readFeedbackForm(form: URLSearchParams): BodyOf<typeof giveFeedback> {
  const helpful = { true: true, false: false }[form.get('helpful') ?? '']
  return {
    helpful: helpful as boolean,
    comment: wordsIn(form, 'comment'),
    email: wordsIn(form, 'email')?.trim(),
    language: wordsIn(form, 'language'),
  }
}

/** Returns the search terms from the form, or else from the URL of the search page in the Referer header. */
function searchedBefore({ headers }: FastifyRequest, form: URLSearchParams): string | undefined {
  const from = URL.parse(headers.referer ?? '')
  const searched = form.get('searched') ?? from?.searchParams.get('q')
  return searched?.slice(0, mostSearched)
}
