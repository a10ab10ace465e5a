import type { JobContext } from '#server/platform/jobs.ts'
import { addAddressToken, signAddressToken, signMessageId, signReturnToken } from '#server/platform/mail/message-id.ts'
import { supportAddressOf } from '#server/workspace/settings/show-workspace.ts'

export function mailIdentity(
  { platform, workspaceId }: Pick<JobContext, 'platform' | 'workspaceId'>,
  { id: ticketId, domain }: { id: string; domain: string },
  recipient: string,
) {
  const keys = platform.keys.mail
  const address = supportAddressOf(platform, domain)
  return {
    address,
    replyAddress: addAddressToken(address, signAddressToken({ keys, workspaceId, ticketId, recipient })),
    /** Address for delivery reports. It identifies the mail, which has only one recipient. */
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
