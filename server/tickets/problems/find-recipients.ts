import { createHash } from 'node:crypto'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listIncidentRecipients as contract } from '#contract/tickets/problems.ts'
import { refusalToSolve } from '#server/fields/custom-fields/custom-values.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listRecipientsOfTickets, type Recipient } from '#server/tickets/outgoing-mail/list-recipients.ts'
import { type Reader, theTeam } from '#server/tickets/ticket/caller.ts'
import { findSeenTicket, refuseChange } from '#server/tickets/ticket/find-ticket.ts'
import { listTicketsById } from '#server/tickets/ticket/lists/list-tickets.ts'
import { isSettled, type TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { type IncidentFacts, listIncidentFacts, listToldRequesters, type ReplyRow } from './queries.ts'

type Kind = ReplyRow['kind']

/** Lists the incidents that would get a reply, with their recipients, and those that are left out, with the reason. */
export async function listRecipients(
  tx: WorkspaceTx,
  reader: Reader,
  problemId: string,
  { kind }: QueryOf<typeof contract>,
) {
  const problem = await findSeenTicket(tx, problemId, reader)
  const incidents = await listIncidentFacts(tx, problemId)
  const refusals = await findRefusals(tx, problem, kind, incidents)
  const ids = incidents.map(({ id }) => id)
  const tickets = new Map((await listTicketsById(tx, reader, ids)).map((ticket) => [ticket.id, ticket]))
  const people = await listRecipientsOfTickets(tx, ids)
  const shown = incidents.map((incident) => ({
    refusal: refusals.get(incident.id),
    ticket: tickets.get(incident.id)!,
    language: incident.language,
    recipients: (people.get(incident.id) ?? []).map(shapeRecipient),
    version: versionOf(incident, people.get(incident.id) ?? []),
  }))
  return {
    items: shown.filter(({ refusal }) => !refusal),
    left: shown.flatMap(({ refusal, ticket }) =>
      refusal ? [{ ticket, code: refusal.code, detail: refusal.message }] : [],
    ),
    next: null,
  }
}

const shapeRecipient = ({ name, address, isSuppressed }: Recipient) => ({
  ...{ name, email: address, isReachable: !isSuppressed },
})

/** Refuses a reply to an incident if the member saw another state of it. Call this with the ticket locked. */
export async function findIncidentToAnswer(
  tx: WorkspaceTx,
  reply: Pick<ReplyRow, 'kind' | 'problemId'>,
  { id, version }: { id: string; version: string },
): Promise<IncidentFacts> {
  const [incident] = await listIncidentFacts(tx, reply.problemId, [id])
  if (!incident) throw new Refusal('not-an-incident')
  const problem = await findSeenTicket(tx, reply.problemId, theTeam)
  const refusal = (await findRefusals(tx, problem, reply.kind, [incident])).get(id)
  if (refusal) throw refusal
  const people = await listRecipientsOfTickets(tx, [id])
  if (versionOf(incident, people.get(id) ?? []) !== version) throw new Refusal('changed-since-preview')
  return incident
}

function versionOf({ lastCustomerSeq, lastPublicSeq }: IncidentFacts, people: Recipient[]): string {
  const seen = JSON.stringify([lastCustomerSeq, lastPublicSeq, ...people.map(({ address }) => address)])
  return createHash('sha256').update(seen).digest('base64url').slice(0, 16)
}

/** Returns why incidents get no reply, by the id of the incident. */
export async function findRefusals(
  tx: WorkspaceTx,
  problem: TicketState,
  kind: Kind,
  incidents: IncidentFacts[],
): Promise<Map<string, Refusal>> {
  const check = kind === 'solve' ? await checkToSolve(tx) : await checkToTell(tx, problem, incidents)
  return new Map(
    incidents.flatMap((incident) => {
      const refusal = refusalFor(incident) ?? check(incident)
      return refusal ? [[incident.id, refusal] as const] : []
    }),
  )
}

/** Returns why an incident gets no reply of any kind. */
function refusalFor({ trashedAt, spamAt, mergedInto, isErased, isHeld }: IncidentFacts): Refusal | null {
  if (mergedInto) return new Refusal('ticket-merged')
  if (trashedAt) return new Refusal('ticket-in-trash')
  if (spamAt) return new Refusal('incident-in-spam')
  if (isErased) return new Refusal('customer-erased')
  return isHeld ? new Refusal('incident-answered') : null
}

async function checkToSolve(tx: WorkspaceTx) {
  const fields = await findFields(tx, 'ticket')
  return (incident: IncidentFacts) =>
    isSettled(incident.status) ? new Refusal('incident-solved') : refusalToSolve(fields, incident.customFields)
}

/** A customer is told on one incident: on the last one that is not closed, or else on the last one. */
async function checkToTell(tx: WorkspaceTx, { id, reopenCount }: TicketState, incidents: IncidentFacts[]) {
  const told = await listToldRequesters(tx, id, reopenCount)
  const chosen = new Map<string, IncidentFacts>()
  const possible = incidents.filter((incident) => !refusalFor(incident))
  for (const incident of possible) {
    const before = chosen.get(incident.requesterId)
    if (!before || before.status === 'closed' || incident.status !== 'closed')
      chosen.set(incident.requesterId, incident)
  }
  return ({ id, requesterId }: IncidentFacts): Refusal | null => {
    if (told.has(requesterId)) return new Refusal('customer-told')
    return chosen.get(requesterId)?.id === id ? null : new Refusal('customer-told-elsewhere')
  }
}

/** Refuses a ticket that is no problem, or not one whose customers can get a reply of this kind. */
export function refuseReplies(problem: TicketState, kind: Kind) {
  if (problem.type !== 'problem') throw new Refusal('not-a-problem')
  if (problem.trashedAt) refuseChange(problem)
  if (kind === 'fixed' && !isSettled(problem.status)) throw new Refusal('problem-not-solved')
}
