import { fileKey } from '#server/files/storage-keys.ts'
import { asForwarding } from '#server/tickets/inbound-mail/senders/find-sender.ts'
import { identifyMail } from './identify-mail.ts'
import { cleanWithPictures, fileIdsOf, keepFiles, type MailText, showText } from './mail-text.ts'
import { asBody, type Forward, prepareForward } from './prepare-forward.ts'
import type { MailFacts } from './read-facts.ts'

export type MailContent = MailText & {
  identity: string
  forward: Forward | null
}

/** Cleans the text of a mail and stores its files. Call this before the transaction that refers to the files. */
export async function prepareContent(facts: MailFacts): Promise<MailContent> {
  const { platform, parsed } = facts
  const files = await keepFiles(facts, parsed.attachments, 'whole')
  const clean = await cleanWithPictures(facts, parsed, files, asForwarding(facts))
  const identity = await identifyMail(platform.keys.mail, parsed, clean)
  const shown = await showText(facts, asBody(clean), files, 'whole')
  return { ...shown, identity, forward: await prepareForward(facts, clean, files) }
}

type WorkspaceContext = Pick<MailFacts, 'platform' | 'workspaceId'>

/** Deletes the stored files of a mail. If the mail is recovered later, the files are read from its source again. */
export async function discardFiles({ platform, workspaceId }: WorkspaceContext, mailId: string) {
  for (const id of fileIdsOf(mailId)) await platform.storage.remove(fileKey(workspaceId, id))
}
