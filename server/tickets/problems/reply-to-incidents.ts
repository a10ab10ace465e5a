import { z } from 'zod'
import { type BodyOf, Id, Time } from '#contract/endpoint.ts'
import { aboutTicket } from '#contract/events.ts'
import { unfilledWords } from '#contract/tickets/macro-variables.ts'
import {
  type replyToIncidents as contract,
  incidentReplyKinds,
  type previewIncidentReplies as previewContract,
} from '#contract/tickets/problems.ts'
import { batchKind } from '#server/bulk/batches/batch-kind.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { startBatch } from '#server/bulk/batches/start-batch.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { holdReply, withdrawReply } from '#server/tickets/conversation/replies/send-reply.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { refuseTooManyRecipients } from '#server/tickets/ticket/change-copies.ts'
import { findSeenTicket, lockSeenTicket, lockTickets } from '#server/tickets/ticket/find-ticket.ts'
import { cleanTexts, type Filler, findFiller } from './fill-text.ts'
import { findIncidentToAnswer, findRefusals, refuseReplies } from './find-recipients.ts'
import {
  findReply,
  findReplyTicket,
  type IncidentFacts,
  insertReply,
  insertReplyTickets,
  listIncidentFacts,
  lockTold,
  setMessage,
} from './queries.ts'

const holdMs = 10_000
/** The replies of a batch are held longer, so that all of them can still be taken back when the last one is written. */
const holdMsPerReply = 50

/** Writes a held reply to each incident. The undo takes back the replies that are not sent. */
export const incidentReplies = batchKind({
  name: 'incident-replies',
  input: z.object({
    replyId: Id,
    kind: z.enum(incidentReplyKinds),
    problem: z.object({ id: Id, number: z.int() }),
    sendAt: Time,
  }),
  needs: ['service'],
  label: labelIncident,
  async change({ tx, caller, platform }, id, { replyId }) {
    const reply = await findReply(tx, replyId)
    if (reply?.kind === 'fixed') await lockTold(tx, reply.problemId)
    const [locked] = await lockTickets(tx, [id])
    const planned = await findReplyTicket(tx, replyId, id)
    if (!locked || !reply || !planned) throw new Refusal('ticket-not-found')
    const incident = await findIncidentToAnswer(tx, reply, { id, version: planned.version })
    const { html, unfilled } = (await findFiller(tx, platform, caller.id, reply)).fill(incident)
    if (unfilled.length > 0) throw new Refusal('variables-unfilled', { detail: unfilledWords(unfilled.map(keyed)) })
    await refuseTooManyRecipients(tx, id)
    const isFixed = reply.kind === 'fixed'
    const messageId = await holdReply(
      tx,
      locked.ticket,
      {
        ...{ kind: 'reply', author: actorOf(caller), channel: 'agent', flags: isFixed ? ['problem-fixed'] : [] },
        text: { html, text: htmlToText(html), quotedText: null, attachmentIds: [] },
      },
      {
        sendAt: new Date(Math.max(Date.parse(reply.sendAt), Date.now() + holdMs)).toISOString(),
        chosen: isFixed ? null : { status: 'solved', statusId: null },
      },
    )
    await setMessage(tx, replyId, id, messageId)
    return { messageId }
  },
  canUndo: () => true,
  undo: ({ tx, caller }, id, { messageId }) =>
    withdrawReply(tx, { id, messageId }, { actor: actorOf(caller), cause: 'undone' }),
})

const keyed = (key: string) => ({ key })

async function labelIncident(tx: WorkspaceTx, id: string): Promise<string> {
  const [locked] = await lockTickets(tx, [id])
  return locked ? `${locked.ticket.number} ${locked.ticket.subject}` : ''
}

export async function replyToIncidents(
  { tx, caller, platform }: MemberCall,
  id: string,
  { kind, tickets, ...written }: BodyOf<typeof contract>,
) {
  const problem = await lockSeenTicket(tx, id, caller)
  refuseReplies(problem, kind)
  const texts = await cleanTexts(tx, written)
  const ids = tickets.map((ticket) => ticket.id)
  refuseUnfilled(listLacking(await listIncidentFacts(tx, id, ids), await findFiller(tx, platform, caller.id, texts)))
  const sendAt = new Date(Date.now() + holdMs + holdMsPerReply * tickets.length).toISOString()
  const round = problem.reopenCount
  const replyId = await insertReply(tx, { problemId: id, kind, memberId: caller.id, ...texts, round, sendAt })
  await insertReplyTickets(tx, replyId, tickets)
  const input = { replyId, kind, problem: { id, number: problem.number }, sendAt }
  // The order of the ids is the order of the locks, so that two batches cannot deadlock.
  const subjectIds = tickets.map((ticket) => ticket.id).toSorted()
  const batch = await startBatch(tx, caller.id, { kind: incidentReplies, input, subjectIds })
  await record(tx, {
    type: 'incidents.answered',
    subject: aboutTicket(id),
    by: { actor: actorOf(caller) },
    audience: 'team',
    new: { kind, count: batch.total },
  })
  return showBatch(tx, batch)
}

const listLacking = (incidents: IncidentFacts[], { findUnfilled }: Filler) =>
  incidents
    .map((incident) => ({ ticketId: incident.id, number: incident.number, unfilled: findUnfilled(incident) }))
    .filter(({ unfilled }) => unfilled.length > 0)

/** Refuses a text with a variable that has no value for one of the tickets, so that the person can mend the text. */
function refuseUnfilled(lacking: ReturnType<typeof listLacking>) {
  if (lacking.length === 0) return
  const keys = [...new Set(lacking.flatMap(({ unfilled }) => unfilled))].map((key) => `{{${key}}}`).join(', ')
  const numbers = lacking.slice(0, mostNamed).map(({ number }) => number)
  const others = lacking.length > mostNamed ? ` and ${lacking.length - mostNamed} more` : ''
  throw new Refusal('variables-unfilled', {
    detail: `There is no value for ${keys} in ${numbers.join(', ')}${others}. Write a fallback, such as {{customer.first_name | "there"}}, or the words instead. Nothing was sent.`,
  })
}
const mostNamed = 5

/**
 * Returns what incidents would get, and all incidents for which a variable has no value. Tickets that are no incidents of
 * the problem are left out.
 */
export async function previewReplies(
  { tx, caller, platform }: MemberCall,
  id: string,
  { kind, tickets, ...written }: BodyOf<typeof previewContract>,
) {
  const problem = await findSeenTicket(tx, id, caller)
  const texts = await cleanTexts(tx, written)
  const filler = await findFiller(tx, platform, caller.id, texts)
  const incidents = await listIncidentFacts(tx, id)
  const refusals = await findRefusals(tx, problem, kind, incidents)
  return {
    items: incidents
      .filter((incident) => tickets.includes(incident.id))
      .map((incident) => ({ ticketId: incident.id, ...filler.fill(incident) })),
    lacking: listLacking(
      incidents.filter((incident) => !refusals.has(incident.id)),
      filler,
    ),
  }
}
