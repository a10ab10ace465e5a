import type { PageApi } from '#contract/pages.ts'
import { fileVisitorRequest, listVisitorRequests } from '#contract/tickets/visitor-requests.ts'

/**
 * Creates the ticket of a request that a customer sent before signing in. Returns the path of the ticket, or null if the
 * request was refused.
 */
export async function fileRequest({ attempt }: PageApi, id: string) {
  const { answer } = await attempt(fileVisitorRequest, { params: { id } })
  return answer ? `/customer/tickets/${answer.id}?sent` : null
}

/** Creates the tickets of all such requests, for a customer who enters the code on another device. */
export async function fileRequests(api: PageApi) {
  const { answer } = await api.attempt(listVisitorRequests, {})
  let path: string | null = null
  for (const { id } of answer?.items ?? []) path = (await fileRequest(api, id)) ?? path
  return path
}
