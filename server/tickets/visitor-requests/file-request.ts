import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Customer } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cleanComposed } from '#server/tickets/conversation/messages/compose-text.ts'
import { openOwn } from '#server/tickets/conversation/openings/create-ticket.ts'
import { findFormById } from '#server/tickets/forms/find-form.ts'
import { noteName } from '#server/workspace/customers/write-customer.ts'
import { lockRequest, noteTicket, type RequestRow } from './queries.ts'

/** Creates the ticket of a request, after a code confirmed the address of its author. */
export async function fileRequest(tx: WorkspaceTx, request: RequestRow): Promise<string> {
  if (request.ticketId) return request.ticketId
  const { id, customerId, name, subject, text, customFields, language } = request
  await noteName(tx, customerId, name)
  const form = await findFormById(tx, request.formId)
  const ticketId = await openOwn(tx, customerId, {
    ...{ subject, clean: cleanComposed({ text }), customFields, form, language: language ?? undefined },
    isProven: false,
  })
  await noteTicket(tx, id, ticketId)
  return ticketId
}

/** Creates the ticket of a request that the caller sent before signing in. */
export async function fileOwnRequest(tx: WorkspaceTx, { id: callerId }: Pick<Customer, 'id'>, id: string) {
  const request = await lockRequest(tx, id)
  if (request?.customerId !== callerId) throw new Refusal('visitor-request-not-found')
  return fileRequest(tx, request)
}
