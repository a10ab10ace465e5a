import { fileKey } from '#server/files/storage-keys.ts'
import { asForwarding } from '#server/tickets/inbound-mail/senders/find-sender.ts'
import { identifyMail } from './identify-mail.ts'
import { cleanWithPictures, fileIdsOf, keepFiles, type MailText, showText } from './mail-text.ts'
import { type Forward, prepareForward } from './prepare-forward.ts'
import type { MailFacts } from './read-facts.ts'

export type MailContent = MailText & {
  /** By which a mail that comes twice is known. */
  identity: string
  /** What a colleague passes on in it. */
  forward: Forward | null
}

/** What a message shows of a mail. Its files are stored here, before the transaction that speaks of them. */
export async function prepareContent(facts: MailFacts): Promise<MailContent> {
  const { platform, parsed } = facts
  const files = await keepFiles(facts, parsed.attachments, 'whole')
  const clean = await cleanWithPictures(facts, parsed, files, asForwarding(facts))
  const identity = await identifyMail(platform.keys.mail, parsed, {
    text: clean.bodyText,
    quotedText: clean.quotedText,
  })
  const body = {
    html: clean.bodyHtml,
    text: clean.bodyText,
    quotedHtml: clean.quotedHtml ?? '',
    quotedText: clean.quotedText,
  }
  const shown = await showText(facts, body, files, 'whole')
  return { ...shown, identity, forward: await prepareForward(facts, clean, files) }
}

type WorkspaceContext = Pick<MailFacts, 'platform' | 'workspaceId'>

/** Whatever files a mail had. Only before it is suspended: from then on somebody may recover it. */
export async function discardFiles({ platform, workspaceId }: WorkspaceContext, mailId: string) {
  for (const id of fileIdsOf(mailId)) await platform.storage.remove(fileKey(workspaceId, id))
}
