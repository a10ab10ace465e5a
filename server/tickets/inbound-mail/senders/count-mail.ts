import type { MailAuthentication } from '#contract/tickets/mail-authentication.ts'
import type { Limit, Limiter } from '#server/platform/http/limits.ts'
import { widerNetworkOf } from '#server/platform/http/network.ts'

const hourMs = 3_600_000
const ofNetwork = { name: 'mails of a network', most: 250, perMs: hourMs }
const ofSender = { name: 'mails of a sender', most: 100, perMs: hourMs }
const ofWorkspace = { name: 'mails of a workspace', most: 2000, perMs: hourMs }
const bytesOfWorkspace = { name: 'bytes of mails of a workspace', most: 4_000_000_000, perMs: hourMs }
/** A network of 256 addresses (IPv6: of 65,536) may do this many times as much as one of them. */
const wider = 4

export type MailOrigin = {
  /** As `networkOf` names it; null where only servers of ours are known to have had the mail. */
  network: string | null
  /** How far the domain of From vouches for the mail, and who that is. */
  proof: Pick<MailAuthentication, 'sender' | 'from'>
}

type CountedMail = { sender: string; bytes: number }

/**
 * Counts a mail for the network that it comes from, then for whoever will be answered, then for the workspace; refuses
 * it where one of them has spent its hour, so that the next is not charged. What nobody vouches for spends nothing of
 * what its domain vouches for.
 */
export function countMail(limiter: Limiter, workspaceId: string, origin: MailOrigin, { sender, bytes }: CountedMail) {
  const { network, proof } = origin
  const standing = proof.sender === 'aligned' ? 'proven' : 'unproven'
  if (network) countNetworks(limiter, ofNetwork, network, `${workspaceId} ${standing}`)
  countSender(limiter, ofSender, origin, `${workspaceId} ${sender}`)
  limiter.count(ofWorkspace, workspaceId)
  limiter.spend(bytesOfWorkspace, workspaceId, bytes)
}

/** A sender with an aligned domain counts by address. Any other sender counts by address and network. */
export function countSender(limiter: Limiter, limit: Limit, { network, proof }: MailOrigin, sender: string) {
  if (proof.sender === 'aligned') limiter.count(limit, `${sender} by ${domainOf(proof.from)}`)
  else countNetworks(limiter, limit, network ?? 'ours', sender)
}

function countNetworks(limiter: Limiter, limit: Limit, network: string, key: string) {
  const { name, most } = limit
  limiter.count(limit, `${key} from ${network}`)
  limiter.count({ ...limit, name: `${name}, wider`, most: most * wider }, `${key} from ${widerNetworkOf(network)}`)
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)
