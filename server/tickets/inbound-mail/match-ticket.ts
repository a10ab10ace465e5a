import type { MailEvidence } from '#contract/tickets/mail-decisions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import {
  type OpenedToken,
  splitPlusAddress,
  verifyAddressToken,
  verifyMessageId,
  verifyReturnToken,
} from '#server/platform/mail/message-id.ts'
import {
  findMailOfReturnPath,
  wasMailedAbout,
  wasMailedAlone,
} from '#server/tickets/outgoing-mail/deliveries/mark-bounced.ts'
import {
  findSideConversationForMail,
  findSideIdByForeignId,
  findSideIdOfMessage,
  type SideConversationState,
} from '#server/tickets/side-conversations/find-side-conversation.ts'
import { findTicketForMail } from '#server/tickets/ticket/find-ticket.ts'
import type { MailFacts } from './content/read-facts.ts'
import { findTicketIdByForeignId } from './queries.ts'

type Ticket = NonNullable<Awaited<ReturnType<typeof findTicketForMail>>>
/** `ticketId` can also be the id of a side conversation, because both have tokens and Message-IDs of the same form. */
type TicketReference = { ticketId: string } | { number: number }
// Returns whether the sign that led to the ticket, such as a Message-ID, was sent only to this address. Always false
// for signs that can be guessed or copied.
type WasSentOnlyTo = (tx: WorkspaceTx, address: string) => Promise<boolean>
type MatchCandidate = { evidence: MailEvidence; named: TicketReference; wasSentOnlyTo: WasSentOnlyTo }
type Match = Pick<MatchCandidate, 'evidence' | 'wasSentOnlyTo'> & { ticket: Ticket }
export type TicketMatch = Match & { side: null }
export type SideMatch = Match & { side: SideConversationState }

const mostText = 64 * 1024

/** Finds the ticket of a mail, or the side conversation with its ticket. */
export async function matchTicket(tx: WorkspaceTx, facts: MailFacts): Promise<TicketMatch | SideMatch | null> {
  const clues = [...signedClues(facts), ...(await returnClues(tx, facts)), ...(await guessableClues(tx, facts))]
  for (const { named, evidence, wasSentOnlyTo } of clues) {
    const side = 'ticketId' in named ? await findSideConversationForMail(tx, named.ticketId) : null
    const ticket = await findTicketForMail(tx, side ? { ticketId: side.ticketId } : named)
    if (ticket) return { ticket, side: side ?? null, evidence, wasSentOnlyTo }
  }
  return null
}

function signedClues({ platform, workspaceId, mail, parsed }: MailFacts): MatchCandidate[] {
  const key = platform.keys.mail
  const { token } = splitPlusAddress(mail.address)
  const opened = token ? verifyAddressToken(key, workspaceId, token) : null
  const clues = opened ? [clueOfToken(opened)] : []
  for (const id of referencesOf(parsed)) {
    const own = verifyMessageId(key, workspaceId, id)
    if (!own) continue
    const wasSentOnlyTo: WasSentOnlyTo = (tx, address) => wasMailedAlone(tx, own.messageId, address)
    clues.push({ evidence: { code: 'answers-our-mail' }, named: { ticketId: own.ticketId }, wasSentOnlyTo })
  }
  return clues
}

// Makes a candidate of the token in a ticket's mail address. Tokens of earlier versions name no recipient, so they
// count as proof for every address that got a mail about the ticket.
const clueOfToken = ({ ticketId, wasSentOnlyTo }: OpenedToken): MatchCandidate => ({
  ...{ evidence: { code: 'sent-to-ticket' }, named: { ticketId } },
  wasSentOnlyTo: async (tx, address) =>
    wasSentOnlyTo ? wasSentOnlyTo(address) : wasMailedAbout(tx, ticketId, address),
})
const sentToNobody: WasSentOnlyTo = async () => false

// Finds the ticket of a mail to a return path. Only programs reply to a return path (RFC 3834, section 4), so the
// return path proves the sender only of automatic mails.
async function returnClues(
  tx: WorkspaceTx,
  { platform, workspaceId, mail, about }: MailFacts,
): Promise<MatchCandidate[]> {
  const { token } = splitPlusAddress(mail.address)
  const id = token && verifyReturnToken(platform.keys.mail, workspaceId, token)
  const sent = id ? await findMailOfReturnPath(tx, id) : undefined
  if (!sent?.ticketId) return []
  const wasSentOnlyTo: WasSentOnlyTo = async (_, address) => about.kind === 'automatic' && address === sent.recipient
  const side = sent.sideMessageId && (await findSideIdOfMessage(tx, sent.sideMessageId))
  return [{ evidence: { code: 'sent-to-ticket' }, named: { ticketId: side || sent.ticketId }, wasSentOnlyTo }]
}

async function guessableClues(tx: WorkspaceTx, { platform, workspaceId, parsed }: MailFacts) {
  const clues: MatchCandidate[] = []
  const guess = (evidence: MailEvidence, named: TicketReference) =>
    clues.push({ evidence, named, wasSentOnlyTo: sentToNobody })
  const references = referencesOf(parsed)
  const ticketId = (await findTicketIdByForeignId(tx, references)) ?? (await findSideIdByForeignId(tx, references))
  if (ticketId) guess({ code: 'answers-foreign-mail' }, { ticketId })
  const number = Number(/\[#(\d{1,9})\]/.exec(parsed.subject)?.[1] ?? 0)
  if (number) guess({ code: 'names-ticket', number }, { number })
  const body = `${(parsed.text ?? '').slice(0, mostText)} ${(parsed.html ?? '').slice(0, mostText)}`
  for (const [, token] of body.matchAll(/\+([a-z2-7]{45}|[a-z2-7]{53})@/gi)) {
    const opened = verifyAddressToken(platform.keys.mail, workspaceId, token!)
    if (opened) guess({ code: 'quotes-ticket-address' }, { ticketId: opened.ticketId })
  }
  return clues
}

const referencesOf = ({ inReplyTo, references }: MailFacts['parsed']) => [
  ...new Set([...inReplyTo, ...references.toReversed()]),
]
