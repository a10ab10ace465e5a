import { randomUUID } from 'node:crypto'
import type { MailName, RenderMail } from '#contract/mails.ts'
import type { Platform, SystemMail } from '#server/platform/http/platform.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'

type SystemMailContext = { settings: Pick<Platform['settings'], 'mailFrom'>; render: RenderMail }

/** Composes mails of the product's own: codes, notices, invitations. No automatic answer to them is wanted. */
export const systemMailComposer =
  ({ settings: { mailFrom }, render }: SystemMailContext): Platform['composeSystemMail'] =>
  async <N extends MailName>({ to, fromName, template, content }: SystemMail<N>) => {
    const from = addressIn(mailFrom)
    const messageId = `<${randomUUID()}@${from.slice(from.lastIndexOf('@') + 1)}>`
    const raw = await composeMail({
      from: { name: fromName, address: from },
      to: [{ name: '', address: to }],
      ...render(template, content),
      messageId,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
    return { envelope: { from, to }, raw, messageId }
  }

/** MAIL_FROM may be written with a name; each mail brings its own. */
const addressIn = (mailFrom: string) => /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
