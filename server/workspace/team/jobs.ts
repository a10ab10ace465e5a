import { z } from 'zod'
import { productName } from '#contract/texts.ts'
import { type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { sendSystemMail } from '#server/platform/mail/send-system-mail.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { invitationDays } from '#server/workspace/accounts/accounts.ts'
import { findWorkspaceName } from './queries.ts'

const Invitation = z.object({ email: z.string(), role: z.enum(['AdminUser', 'TeamUser']), inviterName: z.string() })

export const mailInvitation: Job<typeof Invitation> = {
  ...job('team.mail-invitation', Invitation, sendInvitation),
  lane: 'unsolicited',
  restsWhileSuspended: true,
}

type InvitedAddress = { email: string; domain: string }

export const invitationUrl = ({ appOrigin }: Pick<Settings, 'appOrigin'>, { email, domain }: InvitedAddress) =>
  `${appOrigin}/auth/invitation?${new URLSearchParams({ email, workspace: domain })}`

export const teamJobs = [mailInvitation]

async function sendInvitation(
  { email, role, inviterName }: z.output<typeof Invitation>,
  { inWorkspace, platform }: JobContext,
) {
  const workspace = await inWorkspace(findWorkspaceName)
  await sendSystemMail(platform, {
    to: email,
    fromName: productName,
    template: 'invitation',
    content: {
      workspaceName: plainName(workspace.name, workspace.domain),
      inviterName: plainName(inviterName, 'An admin'),
      url: invitationUrl(platform.settings, { email, domain: workspace.domain }),
      role,
      lifeDays: invitationDays,
    },
  })
}
