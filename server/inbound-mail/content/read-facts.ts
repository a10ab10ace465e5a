import type { MailAuthentication } from '#contract/mail-authentication.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import type { InboundMail } from '#server/inbound-mail/queries.ts'
import { domainOfMailbox } from '#server/inbound-mail/senders/find-mailbox.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { classifyMail, type MailClass } from '#server/platform/mail-parsing/classify-mail.ts'
import { isRefused, type ParsedMail, parseMail, type RefusedMail } from '#server/platform/mail-parsing/parse-mail.ts'

export type Place = { platform: Platform; workspaceId: string; domain: string }
/** All that a mail says, before anybody asks what becomes of it. */
export type Facts = Place & {
  mail: InboundMail
  parsed: ParsedMail
  about: MailClass
  /** How far the domain of From vouches for it. */
  trust: MailAuthentication['sender']
}

/** Reads a stored mail; a mail that cannot be read comes back as its refusal. */
export async function readFacts(place: Place, mail: InboundMail): Promise<Facts | RefusedMail> {
  const { platform, workspaceId, domain } = place
  const raw = await platform.storage.read(mailKey(workspaceId, mail.id))
  const parsed = await parseMail(raw)
  if (isRefused(parsed)) return parsed
  const about = classifyMail(parsed, {
    envelopeFrom: mail.envelopeFrom,
    loopValue: workspaceId,
    isOwnAddress: (address) => domainOfMailbox(platform.settings, address) === domain,
  })
  return { ...place, mail, parsed, about, trust: trustIn(mail, parsed) }
}

/** What was found when it came is about one address: where its parser and this one read another, nothing is. */
function trustIn({ authentication }: InboundMail, { from }: ParsedMail): Facts['trust'] {
  if (!authentication) return 'silent'
  return authentication.from === from?.address.toLowerCase() ? authentication.sender : 'failed'
}
