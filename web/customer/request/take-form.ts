import { redirect } from 'react-router'
import type { PageApi } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { addRequestCopy, removeRequestCopy } from '#contract/tickets/people.ts'
import { reopenTicket, solveTicket } from '#contract/tickets/tickets.ts'
import { followUpPath, isOfFollowUp } from '#web/customer/follow-up.ts'
import { faultOf, type TypedFields, typedAgain, typedText } from '#web/customer/forms/posted-form.ts'
import { onceOf } from '#web/lib/write/once.ts'

export type FormResult = { intent: string; problem: string | null; typed?: TypedFields }

export async function takeForm(api: PageApi, id: string, form: FormData, refusedFiles: Problem | null) {
  const intent = String(form.get('intent') ?? '')
  const path = { params: { id } }
  const answer = (problem: Problem | undefined): FormResult => {
    const detail = problem?.fields?.address ?? problem?.detail
    return detail
      ? { intent, problem: faultOf(form, detail, refusedFiles), typed: typedAgain(form) }
      : { intent, problem: null }
  }
  if (refusedFiles) return answer(refusedFiles)
  if (intent === 'reopen') return answer((await api.attempt(reopenTicket, path)).problem)
  if (intent === 'add-copy') {
    const body = { address: String(form.get('address') ?? '') }
    return answer((await api.attempt(addRequestCopy, { ...path, body })).problem)
  }
  if (intent === 'remove-copy') {
    const params = { id, customerId: String(form.get('copy') ?? '') }
    return answer((await api.attempt(removeRequestCopy, { params })).problem)
  }
  return answer(await takeReply(api, id, form, intent))
}

async function takeReply(api: PageApi, id: string, form: FormData, intent: string): Promise<Problem | undefined> {
  const path = { params: { id } }
  const attachments = form.getAll('attachments').map(String)
  const text = typedText(form)
  if (intent === 'reply' || text.trim() || attachments.length > 0) {
    const { answer, problem } = await api.attempt(writeMessage, { ...path, body: { text, attachments } }, onceOf(form))
    if (problem) return problem
    if (isOfFollowUp(answer)) throw redirect(await followUpPath(api, id))
  }
  return intent === 'solve' ? (await api.attempt(solveTicket, path)).problem : undefined
}
