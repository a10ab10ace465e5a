import type { Platform } from '#server/platform/http/platform.ts'
import { addAddressToken, signAddressToken, signMessageId } from '#server/platform/mail/message-id.ts'
import { supportAddressOf } from '#server/workspaces/show-workspace.ts'

type Sender = { platform: Platform; workspaceId: string; domain: string; ticketId: string; recipient: string }

/** The addresses and ids by which an answer finds back to its ticket; the address is each recipient's own. */
export function mailIdentity({ platform, workspaceId, domain, ticketId, recipient }: Sender) {
  const key = platform.keys.mail
  const address = supportAddressOf(platform, domain)
  return {
    address,
    replyAddress: addAddressToken(address, signAddressToken({ key, workspaceId, ticketId, recipient })),
    messageIdOf: (mailMessageId: string) =>
      signMessageId({
        key,
        workspaceId,
        ticketId,
        messageId: mailMessageId,
        domain: `${domain}.${platform.settings.inboundDomain}`,
      }),
    headers: { 'X-Startup-Tools-Loop': workspaceId },
  }
}

export type MailIdentity = ReturnType<typeof mailIdentity>
