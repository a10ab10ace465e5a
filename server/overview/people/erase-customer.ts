import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { aboutCustomer } from '#contract/events.ts'
import { mostErasedTickets } from '#contract/overview/people.ts'
import { type BatchCall, batchKind } from '#server/bulk/batches/batch-kind.ts'
import { rewriteInputs } from '#server/bulk/batches/forget-subjects.ts'
import { findBatch, showBatch } from '#server/bulk/batches/show-batches.ts'
import { startBatch } from '#server/bulk/batches/start-batch.ts'
import { eraseExports } from '#server/bulk/exports/begin-export.ts'
import { forgetCustomValues } from '#server/fields/custom-fields/index-values.ts'
import { eraseUploads } from '#server/files/erase-files.ts'
import { eraseFeedback } from '#server/knowledge-base/feedback/erase-feedback.ts'
import { eraseSearchesWith } from '#server/knowledge-base/search/log/erase-searches.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { rewriteHistory } from '#server/platform/events/rewrite-history.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { eraseAnswers } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { eraseMails } from '#server/tickets/inbound-mail/sources/erase-mails.ts'
import { eraseRecipients } from '#server/tickets/outgoing-mail/deliveries/erase-recipients.ts'
import { countSideMessagesNaming, eraseOutsider } from '#server/tickets/side-conversations/erase-side-conversations.ts'
import { eraseSuggestions } from '#server/tickets/ticket/erase-ticket.ts'
import { eraseViews } from '#server/tickets/views/erase-views.ts'
import { eraseVisitorRequests } from '#server/tickets/visitor-requests/erase-requests.ts'
import { recordAudit } from '#server/workspace/audit/record-audit.ts'
import {
  eraseCustomers,
  erasedAddressOf,
  findPersonWords,
  lockCustomers,
} from '#server/workspace/customers/erase-customers.ts'
import { createEraser, type PersonEraser, type PersonWords } from '#server/workspace/customers/person-eraser.ts'
import { listMergedIds, refuseMergedOrErased, showCustomer } from '#server/workspace/customers/write-customer.ts'
import { eraseTicket } from './erase-ticket.ts'
import {
  countPersonalData,
  deleteMergesOf,
  erasureName,
  exportName,
  findErasure,
  hasHeldReply,
  listSubjectsNaming,
  listTicketsOf,
  listUnerased,
} from './queries.ts'

// Tickets that arrived or failed during the erasure, which its last step erases. More than these make it fail.
const mostAtEnd = 50

/**
 * Erases the personal data of a customer: each ticket in a step of its own, then the customer. The name and the addresses
 * stay until the last step, because the steps before look for them in the words of others.
 */
export const customerErasure = batchKind({
  name: erasureName,
  input: z.object({ customerId: Id }),
  needs: [],
  label: async () => '',
  async change({ tx, caller }, subjectId, { customerId }) {
    if (!caller.isAdmin) throw new Refusal('not-allowed')
    const ids = await listMergedIds(tx, customerId)
    const words = await findPersonWords(tx, ids)
    const eraser = createEraser(words)
    if (subjectId === customerId) await eraseRest({ tx, caller }, { customerId, ids, words, eraser })
    else await eraseTicket(tx, subjectId, ids, eraser)
    return null
  },
  canUndo: () => false,
  async undo() {},
})

type ErasureCall = Pick<BatchCall, 'tx' | 'caller'>
type Person = { customerId: string; ids: string[]; words: PersonWords; eraser: PersonEraser }

async function eraseRest({ tx, caller }: ErasureCall, { customerId, ids, words, eraser }: Person) {
  await lockCustomers(tx, ids)
  const late = await listUnerased(tx, ids, mostAtEnd + 1)
  if (late.length > mostAtEnd) throw new Refusal('erasure-incomplete')
  for (const ticketId of late) await eraseTicket(tx, ticketId, ids, eraser)
  const { addresses, names } = words
  await eraseMails(tx, { ticketIds: [], addresses, eraser })
  const replacement = erasedAddressOf(customerId)
  await eraseRecipients(tx, { addresses, replacement })
  const sideConversations = await eraseOutsider(tx, { addresses, replacement, eraser })
  await eraseSuggestions(tx, addresses)
  await eraseFeedback(tx, ids, addresses)
  await eraseSearchesWith(tx, [...addresses, ...names])
  await eraseUploads(tx, ids)
  await eraseViews(tx, eraser)
  await eraseVisitorRequests(tx, ids)
  await rewriteInputs(tx, eraser.json)
  await deleteMergesOf(tx, ids)
  for (const id of ids) await eraseExports({ tx }, exportName, { customerId: id })
  const tickets = await listTicketsOf(tx, ids, mostErasedTickets)
  await eraseAnswers(tx, { callerIds: ids, namedIds: [...ids, ...tickets, ...sideConversations] })
  await rewriteHistory(tx, ids, () => ({ old: null, new: null }))
  const naming = await listSubjectsNaming(tx, [...ids, ...addresses, ...names])
  await rewriteHistory(tx, naming, (values) => ({ old: eraser.json(values.old), new: eraser.json(values.new) }))
  await eraseCustomers(tx, ids, words)
  await forgetCustomValues(tx, ids)
  await record(tx, {
    type: 'customer.erased',
    subject: aboutCustomer(customerId),
    by: byMember(caller),
    audience: 'team',
  })
  await recordAudit(tx, {
    action: 'customer.erased',
    by: { actor: { type: 'agent', id: caller.id } },
    subjectId: customerId,
    detail: { tickets: tickets.length },
  })
}

type MemberCall = { tx: WorkspaceTx; caller: Member }

/** Starts the erasure. It includes customers who were merged into this one. */
export async function eraseCustomer({ tx, caller }: MemberCall, id: string) {
  refuseMergedOrErased(await showForErasure(tx, id))
  const running = await findErasure(tx, id)
  if (running?.state === 'waiting' || running?.state === 'running') throw new Refusal('erasure-at-work')
  const ids = await listMergedIds(tx, id)
  if (await hasHeldReply(tx, ids)) throw new Refusal('reply-waits')
  const tickets = await listTicketsOf(tx, ids, mostErasedTickets + 1)
  if (tickets.length > mostErasedTickets) throw new Refusal('erasure-too-large')
  const input = { customerId: id }
  return showBatch(tx, await startBatch(tx, caller.id, { kind: customerErasure, input, subjectIds: [...tickets, id] }))
}

async function showForErasure(tx: WorkspaceTx, id: string) {
  const { mergedInto, erasedAt } = await showCustomer(tx, id)
  return { mergedInto: mergedInto?.id ?? null, erasedAt }
}

/** Counts what an erasure covers, and shows its progress. */
export async function showErasure({ tx, caller }: MemberCall, id: string) {
  const { erasedAt } = await showForErasure(tx, id)
  const ids = await listMergedIds(tx, id)
  const erasure = await findErasure(tx, id)
  const tickets = await listTicketsOf(tx, ids, mostErasedTickets + 1)
  const { addresses } = await findPersonWords(tx, ids)
  return {
    counts: {
      ...(await countPersonalData(tx, ids)),
      sideMessages: await countSideMessagesNaming(tx, addresses),
      tickets: tickets.length,
      mergedCustomers: ids.length - 1,
    },
    erasedAt,
    batch: erasure ? await showBatch(tx, await findBatch({ tx, caller }, erasure.id)) : null,
  }
}
