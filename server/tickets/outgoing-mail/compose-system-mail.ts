import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { MailName, RenderMail } from '#contract/mails.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Platform, SystemMail } from '#server/platform/http/platform.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'

type SystemMailContext = { settings: Pick<Platform['settings'], 'mailFrom'>; render: RenderMail }

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

/** Returns the address of MAIL_FROM. MAIL_FROM can also contain a name, which is ignored. */
const addressIn = (mailFrom: string) => /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()

const built = new URL('mail/index.js', buildFolder)

export async function loadMailTemplates(): Promise<RenderMail> {
  if (!existsSync(built)) throw new CannotStart('The mail templates are not built: run npm start, which builds them.')
  const { renderMail }: { renderMail: RenderMail } = await import(built.href)
  return renderMail
}
