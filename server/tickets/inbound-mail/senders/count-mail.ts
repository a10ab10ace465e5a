import type { MailAuthentication, MailDecision } from '#contract/tickets/mail-decisions.ts'
import type { Limit, Limiter } from '#server/platform/http/limits.ts'
import { widerNetworkOf } from '#server/platform/http/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { MailFacts } from '#server/tickets/inbound-mail/content/read-facts.ts'
import type { Sender } from './find-sender.ts'

const hourMs = 3_600_000
const ofNetwork = { name: 'mails of a network', most: 250, perMs: hourMs }
const ofSender = { name: 'mails of a sender', most: 100, perMs: hourMs }
const ofWorkspace = { name: 'mails of a workspace', most: 2000, perMs: hourMs }
const bytesOfWorkspace = { name: 'bytes of mails of a workspace', most: 4_000_000_000, perMs: hourMs }
// A wider network (IPv4 /24, IPv6 /48) has this many times the limit of a network (one IPv4 address, IPv6 /64).
const wider = 4

export type MailOrigin = {
  /** The sending network as `networkOf` returns it. null if only our own relays are known. */
  network: string | null
  proof: Pick<MailAuthentication, 'sender' | 'from'>
}

type CountedMail = { sender: string; bytes: number }

/**
 * Counts a mail against the limits of its network, its sender and the workspace, in this order. A mail above one limit
 * is not counted against the next. Authenticated mails have separate network and sender limits, so that forged mails
 * cannot use up the limits of authenticated mails.
 */
export function countMail(limiter: Limiter, workspaceId: string, origin: MailOrigin, { sender, bytes }: CountedMail) {
  const { network, proof } = origin
  const standing = proof.sender === 'aligned' ? 'proven' : 'unproven'
  if (network) countNetworks(limiter, ofNetwork, network, `${workspaceId} ${standing}`)
  countSender(limiter, ofSender, origin, `${workspaceId} ${sender}`)
  limiter.count(ofWorkspace, workspaceId)
  limiter.spend(bytesOfWorkspace, workspaceId, bytes)
}

function countSender(limiter: Limiter, limit: Limit, { network, proof }: MailOrigin, sender: string) {
  if (proof.sender === 'aligned') limiter.count(limit, `${sender} by ${domainOf(proof.from)}`)
  else countNetworks(limiter, limit, network ?? 'ours', sender)
}

function countNetworks(limiter: Limiter, limit: Limit, network: string, key: string) {
  const { name, most } = limit
  limiter.count(limit, `${key} from ${network}`)
  limiter.count({ ...limit, name: `${name}, wider`, most: most * wider }, `${key} from ${widerNetworkOf(network)}`)
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

const tickets = { name: 'tickets of a sender', most: 20, perMs: hourMs }
const automatic = { name: 'automatic mails of a sender', most: 5, perMs: hourMs }

/**
 * Returns the decision if the sender exceeds a limit, otherwise null. Counts by the reply address, because a contact
 * form sends mails of many people from the same From address.
 */
export function findFlood(facts: MailFacts, { address: sender }: Sender): MailDecision | null {
  if (facts.about.kind === 'automatic' && isOver(facts, automatic, sender)) {
    return { code: 'too-many-automatic-mails', sender, most: automatic.most }
  }
  if (!isOver(facts, tickets, sender)) return null
  return { code: 'too-many-tickets', sender, most: tickets.most }
}

export function isOver({ platform, workspaceId, mail, trust, parsed }: MailFacts, limit: Limit, address: string) {
  const proof = { sender: trust, from: parsed.from?.address ?? '' }
  try {
    countSender(platform.limiter, limit, { network: mail.network, proof }, `${workspaceId} ${address}`)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}
