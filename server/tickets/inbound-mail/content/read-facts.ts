import type { MailAuthentication } from '#contract/tickets/mail-decisions.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import {
  classifyMail,
  isRefused,
  type Lane,
  type MailClass,
  type ParsedMail,
  parseMail,
  type RefusedMail,
} from '#server/platform/mail-parsing/parse-mail.ts'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import { findWorkspaceOfMail, type InboundMail } from '#server/tickets/inbound-mail/queries.ts'
import { domainOfMailbox } from '#server/tickets/inbound-mail/senders/find-mailbox.ts'
import {
  asPersons,
  type Colleague,
  findColleague,
  findFormOrList,
  findReplyAddress,
} from '#server/tickets/inbound-mail/senders/find-sender.ts'
import { findTicketRules } from '#server/workspace/settings/show-workspace.ts'

export type MailPlace = {
  platform: Platform
  workspaceId: string
  domain: string
  formsAndLists: string[]
  colleague: Colleague | null
}
export type MailFacts = MailPlace & {
  mail: InboundMail
  lane: Lane
  parsed: ParsedMail
  about: MailClass
  through: string | null
  /**
   * The active member whose address is in From. null if there is none, if the check of the sender's domain failed, or
   * if a form or list delivered the mail.
   */
  colleague: Colleague | null
  trust: MailAuthentication['sender']
}

export async function findPlace(tx: WorkspaceTx, platform: Platform, mail: InboundMail): Promise<MailPlace> {
  const { domain } = await findWorkspaceOfMail(tx)
  const { formsAndLists } = await findTicketRules(tx)
  const colleague = await findColleague(tx, mail.fromAddress)
  return { platform, workspaceId: tx.workspaceId, domain, formsAndLists, colleague }
}

export async function readFacts(place: MailPlace, mail: InboundMail, lane: Lane): Promise<MailFacts | RefusedMail> {
  const { platform, workspaceId } = place
  const raw = await platform.storage.read(mailKey(workspaceId, mail.id))
  const parsed = await parseMail(raw, lane)
  if (isRefused(parsed)) return parsed
  const about = await classify(place, mail, { parsed, lane })
  if ('refused' in about) return about
  const through = findFormOrList(place, mail, parsed)
  const trust = trustIn(mail, parsed)
  const isByColleague =
    trust !== 'failed' && !through && place.colleague?.address === parsed.from?.address.toLowerCase()
  const colleague = isByColleague ? place.colleague : null
  const facts = { ...place, mail, lane, parsed, about, through, trust, colleague }
  return through ? { ...facts, about: asPersons(about, parsed, through), trust: trustThrough(facts) } : facts
}

async function classify(
  { platform, workspaceId, domain }: MailPlace,
  { envelopeFrom }: InboundMail,
  { parsed, lane }: Pick<MailFacts, 'parsed' | 'lane'>,
): Promise<MailClass | RefusedMail> {
  const isOwnAddress = (address: string) => domainOfMailbox(platform.settings, address) === domain
  try {
    return await classifyMail(parsed, { envelopeFrom, loopValue: workspaceId, isOwnAddress }, lane)
  } catch (error) {
    if (error instanceof TaskFailed) return { refused: error.isTimeout ? 'timed-out' : 'unreadable' }
    throw error
  }
}

// Returns the trust in a mail from a form or list, which can name any person as its sender. The authentication counts
// only if the From address also gets the reply.
const trustThrough = ({ parsed, platform, trust }: MailFacts): MailFacts['trust'] =>
  findReplyAddress(parsed, platform.settings)?.address === parsed.from?.address.toLowerCase() ? trust : 'failed'

// Returns `failed` if the stored check was made for another From address than the parser reads now. Returns `silent` if
// no check is stored.
function trustIn({ authentication }: InboundMail, { from }: ParsedMail): MailFacts['trust'] {
  if (!authentication) return 'silent'
  return authentication.from === from?.address.toLowerCase() ? authentication.sender : 'failed'
}
