import type { MailEvidence } from '#contract/mail-decisions.ts'
import { findMailOfReturnPath } from '#server/outgoing-mail/deliveries/mark-bounced.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import {
  splitPlusAddress,
  verifyAddressToken,
  verifyMessageId,
  verifyReturnToken,
} from '#server/platform/mail/message-id.ts'
import { findTicketForMail } from '#server/tickets/find-ticket.ts'
import type { Facts } from './content/read-facts.ts'
import { findTicketIdByForeignId } from './queries.ts'

type Ticket = NonNullable<Awaited<ReturnType<typeof findTicketForMail>>>
export type Match = {
  ticket: Ticket
  /** Only what we signed ourselves lets somebody on the ticket answer it; all else could be guessed or copied. */
  isSigned: boolean
  evidence: MailEvidence
}

type Clue = { isSigned: boolean; evidence: MailEvidence; named: { ticketId: string } | { number: number } }

const mostText = 64 * 1024

/** The ticket a mail belongs to, by the best clue that leads to one. */
export async function matchTicket(tx: WorkspaceTx, facts: Facts): Promise<Match | null> {
  for (const clue of [...signedClues(facts), ...(await returnClues(tx, facts)), ...(await guessableClues(tx, facts))]) {
    const ticket = await findTicketForMail(tx, clue.named)
    if (ticket) return { ticket, isSigned: clue.isSigned, evidence: clue.evidence }
  }
  return null
}

function signedClues({ platform, workspaceId, mail, parsed }: Facts): Clue[] {
  const key = platform.keys.mail
  const { token } = splitPlusAddress(mail.address)
  const named = token ? verifyAddressToken(key, workspaceId, token) : null
  const clues: Clue[] = named ? [{ isSigned: true, evidence: { code: 'sent-to-ticket' }, named }] : []
  for (const id of referencesOf(parsed)) {
    const own = verifyMessageId(key, workspaceId, id)
    if (own) clues.push({ isSigned: true, evidence: { code: 'answers-our-mail' }, named: { ticketId: own.ticketId } })
  }
  return clues
}

/** Programs answer to the return path (RFC 3834, section 4), people never. */
async function returnClues(tx: WorkspaceTx, { platform, workspaceId, mail, about }: Facts): Promise<Clue[]> {
  const { token } = splitPlusAddress(mail.address)
  const id = token && verifyReturnToken(platform.keys.mail, workspaceId, token)
  const ticketId = id && (await findMailOfReturnPath(tx, id))?.ticketId
  if (!ticketId) return []
  return [{ isSigned: about.kind === 'automatic', evidence: { code: 'sent-to-ticket' }, named: { ticketId } }]
}

async function guessableClues(tx: WorkspaceTx, { platform, workspaceId, parsed }: Facts): Promise<Clue[]> {
  const clues: Clue[] = []
  const ticketId = await findTicketIdByForeignId(tx, referencesOf(parsed))
  if (ticketId) clues.push({ isSigned: false, evidence: { code: 'answers-foreign-mail' }, named: { ticketId } })
  const number = Number(/\[#(\d{1,9})\]/.exec(parsed.subject)?.[1] ?? 0)
  if (number) clues.push({ isSigned: false, evidence: { code: 'names-ticket', number }, named: { number } })
  const body = `${(parsed.text ?? '').slice(0, mostText)} ${(parsed.html ?? '').slice(0, mostText)}`
  for (const [, token] of body.matchAll(/\+([a-z2-7]{45})@/gi)) {
    const named = verifyAddressToken(platform.keys.mail, workspaceId, token!)
    if (named) clues.push({ isSigned: false, evidence: { code: 'quotes-ticket-address' }, named })
  }
  return clues
}

/** What it answers directly comes first, then the thread from its end. */
const referencesOf = ({ inReplyTo, references }: Facts['parsed']) => [
  ...new Set([...inReplyTo, ...references.toReversed()]),
]
