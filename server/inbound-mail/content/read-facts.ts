import { mailKey } from '#server/files/storage-keys.ts'
import { findWorkspaceOfMail, type InboundMail } from '#server/inbound-mail/queries.ts'
import { domainOfMailbox } from '#server/inbound-mail/senders/find-mailbox.ts'
import { asPersons, findFormOrList } from '#server/inbound-mail/senders/form-or-list.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { classifyMail, type MailClass } from '#server/platform/mail-parsing/classify-mail.ts'
import {
  isRefused,
  type Lane,
  type ParsedMail,
  parseMail,
  type RefusedMail,
} from '#server/platform/mail-parsing/parse-mail.ts'
import { findTicketRules } from '#server/workspaces/ticket-rules.ts'

export type Place = { platform: Platform; workspaceId: string; domain: string; formsAndLists: string[] }
/** All that a mail says, before anybody asks what becomes of it. */
export type Facts = Place & {
  mail: InboundMail
  lane: Lane
  parsed: ParsedMail
  about: MailClass
  through: string | null
}

export async function findPlace(tx: WorkspaceTx, platform: Platform): Promise<Place> {
  const { domain } = await findWorkspaceOfMail(tx)
  const { formsAndLists } = await findTicketRules(tx)
  return { platform, workspaceId: tx.workspaceId, domain, formsAndLists }
}

/** Reads a stored mail; a mail that cannot be read comes back as its refusal. */
export async function readFacts(place: Place, mail: InboundMail, lane: Lane): Promise<Facts | RefusedMail> {
  const { platform, workspaceId, domain } = place
  const raw = await platform.storage.read(mailKey(workspaceId, mail.id))
  const parsed = await parseMail(raw, lane)
  if (isRefused(parsed)) return parsed
  const about = classifyMail(parsed, {
    envelopeFrom: mail.envelopeFrom,
    loopValue: workspaceId,
    isOwnAddress: (address) => domainOfMailbox(platform.settings, address) === domain,
  })
  const through = findFormOrList(place, mail, parsed)
  return { ...place, mail, lane, parsed, through, about: through ? asPersons(about, parsed, through) : about }
}
