import type { Platform } from '#server/platform/http/platform.ts'
import { addAddressToken, signAddressToken, signMessageId, signReturnToken } from '#server/platform/mail/message-id.ts'
import { supportAddressOf } from '#server/workspace/settings/show-workspace.ts'

type Sender = { platform: Platform; workspaceId: string; domain: string; ticketId: string; recipient: string }

/** The addresses and ids by which an answer finds back to its ticket; the address is each recipient's own. */
export function mailIdentity({ platform, workspaceId, domain, ticketId, recipient }: Sender) {
  const keys = platform.keys.mail
  const address = supportAddressOf(platform, domain)
  return {
    address,
    replyAddress: addAddressToken(address, signAddressToken({ keys, workspaceId, ticketId, recipient })),
    /** Where delivery reports go: it tells which mail to whom did not arrive. */
    returnPathOf: (outgoingMailId: string) =>
      addAddressToken(address, signReturnToken(keys, workspaceId, outgoingMailId)),
    messageIdOf: (mailMessageId: string) =>
      signMessageId({
        keys,
        workspaceId,
        ticketId,
        messageId: mailMessageId,
        domain: `${domain}.${platform.settings.inboundDomain}`,
      }),
    headers: { 'X-Startup-Tools-Loop': workspaceId },
  }
}

export type MailIdentity = ReturnType<typeof mailIdentity>
