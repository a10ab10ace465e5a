import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type { EmbeddedForm } from '#contract/tickets/embedded-form.ts'
import type {
  confirmVisitorRequest,
  createVisitorRequest,
  listVisitorForms,
} from '#contract/tickets/visitor-requests.ts'

/** Settings of this form. The server writes them in front of the script. */
declare const __given: EmbeddedForm

const { api, workspaceName } = __given

export type VisitorForm = AnswerOf<typeof listVisitorForms>['items'][number]
export type FormField = VisitorForm['fields'][number]
export type Refused = { detail: string; fields?: Record<string, string> }
type Answered<T> = { answer: T; problem?: undefined } | { answer?: undefined; problem: Refused }

const unreachable = { detail: 'There is no connection. Nothing was lost: try again.' }

/** Calls the API without cookies. A lost connection is returned as a problem. */
async function call<T>(path: string, body?: object): Promise<Answered<T>> {
  const request = body && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ workspaceName, ...body }),
  }
  const response = await fetch(`${api}/api/v1/${path}`, { credentials: 'omit', ...request }).catch(() => null)
  const answer = await response?.json().catch(() => null)
  if (response?.ok && answer) return { answer }
  return { problem: answer?.detail ? answer : unreachable }
}

export async function findForm(key: string | null): Promise<VisitorForm | undefined> {
  const query = new URLSearchParams({ workspaceName })
  const { answer } = await call<AnswerOf<typeof listVisitorForms>>(`visitor-forms?${query}`)
  return key ? answer?.items.find((form) => form.key === key) : answer?.items[0]
}

export const sendRequest = (body: Omit<BodyOf<typeof createVisitorRequest>, 'workspaceName'>) =>
  call<AnswerOf<typeof createVisitorRequest>>('visitor-requests', body)

export const confirmRequest = (id: string, code: string) =>
  call<AnswerOf<typeof confirmVisitorRequest>>(`visitor-requests/${id}/confirmation`, { code })
