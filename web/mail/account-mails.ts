import type { MailContents, SecurityNotice } from '#contract/mails.ts'
import { button, code, heading, type Mail, notice, paragraph, quiet } from './notice.tsx'

const product = 'Startup Tools'

export const signInCode = (content: MailContents['sign-in-code']): Mail =>
  notice({
    subject: `Your ${content.workspaceName ?? product} code: ${content.code}`,
    from: content.workspaceName ?? product,
    body: [
      code('Your sign-in code', content.code),
      paragraph(`Enter the code on the page that asks for it. It works once, within ${content.lifeMinutes} minutes.`),
      quiet(`Closed that page? Open ${content.verifyUrl} and enter your code there.`),
    ],
    foot: 'If you did not ask for a code, ignore this mail: nobody can sign in without the code. Never share it.',
  })

export function addressCode({ to, newAddress, workspaceName, lifeMinutes, ...content }: MailContents['address-code']) {
  const isOld = to === 'old'
  const help = workspaceName ? `tell ${workspaceName}` : 'sign out all devices in your profile'
  return notice({
    subject: `Your ${workspaceName ?? product} code: ${content.code}`,
    from: workspaceName ?? product,
    body: [
      code(
        isOld
          ? `Your code to change the address of your account to ${newAddress}`
          : 'Your code to use this address for your account',
        content.code,
      ),
      paragraph(
        `Enter this code on the page that asks for it, together with the code that we sent to the other address. Each code works once, within ${lifeMinutes} minutes.`,
      ),
    ],
    foot: isOld
      ? `If you did not ask for this change, somebody else is signed in as you: ${help}. Never share the code.`
      : 'If you did not ask for this code, ignore this mail. Never share the code.',
  })
}

type Security = MailContents['security-notice']

const notices: Record<SecurityNotice, { subject: string; text: (content: Security) => string; label: string }> = {
  'refresh-token-reused': {
    subject: 'We signed out one of your devices',
    text: () =>
      'The sign-in of one of your devices was used from two places, so we signed this device out. Sign in again, and check the signed-in devices in your profile.',
    label: 'Sign in',
  },
  'new-device': {
    subject: 'New sign-in to your account',
    text: ({ device, network }) =>
      `Somebody signed in to your account with ${device ?? 'a new device'}${network ? ` from ${network}` : ''}. If it was you, there is nothing to do. If not, sign that device out in your profile, change the password of your mailbox, and tell an admin of your workspace.`,
    label: 'Check your devices',
  },
  'address-changed': {
    subject: 'Your e-mail address was changed',
    text: ({ newAddress, workspaceName }) =>
      `The e-mail address of your account is now ${newAddress}. Sign in with the new address from now on. Your other devices were signed out. If you did not make this change, tell ${workspaceName ?? 'an admin of your workspace'} at once.`,
    label: 'Sign in',
  },
}

export function securityNotice(content: Security): Mail {
  const { subject, text, label } = notices[content.notice]
  return notice({
    subject,
    from: content.workspaceName ?? product,
    body: [paragraph(text(content)), button(label, content.url)],
    foot: 'You get this mail because it concerns the security of your account.',
  })
}

const roleNames = { AdminUser: 'an admin', TeamUser: 'a team member' }

export function invitation({ workspaceName, inviterName, url, role, lifeDays }: MailContents['invitation']): Mail {
  const title = `${inviterName} invited you to ${workspaceName}`
  return notice({
    // The subject has no names. Anyone can choose a name and invite a stranger, so names could be used for spam.
    subject: `You are invited to a team on ${product}`,
    from: product,
    body: [
      heading(title, title),
      paragraph(
        `Join ${workspaceName} on ${product} as ${roleNames[role]}. To sign in, use this address and the code that we send to it. The invitation expires after ${lifeDays} days.`,
      ),
      button('Accept the invitation', url),
    ],
    foot: 'If you do not know the sender, ignore this mail. You join only if you accept the invitation.',
  })
}
