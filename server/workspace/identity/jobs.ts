import { z } from 'zod'
import type { SecurityNotice } from '#contract/mails.ts'
import { productName } from '#contract/texts.ts'
import { codeLifeMinutes } from '#contract/workspace/identity.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { retryDelaySeconds } from '#server/platform/mail/send-mail.ts'
import { sendSystemMail } from '#server/platform/mail/send-system-mail.ts'
import { type Keyring, seal, unseal } from '#server/platform/secrets/keyring.ts'
import { forgetInvitations } from '#server/workspace/accounts/registration.ts'
import { deleteOutdated, type Purpose } from './queries/sign-in.ts'

type SealedCode = {
  address: string
  code: string
  purpose: Purpose
  expiresAt: string
  workspaceName?: string
  domain?: string
  newAddress?: string
}

const Sealed = z.object({ sealed: z.string(), attempt: z.int().default(0), failingSince: z.string().optional() })

/** Sends a sign-in code from an encrypted payload, so the database has no readable code. Drops expired codes. */
export const mailCode: Job<typeof Sealed> = job(
  'identity.mail-code',
  Sealed,
  async ({ sealed, attempt, failingSince = new Date().toISOString() }, context) => {
    const { platform } = context
    const content = unseal<SealedCode>(platform.keys.seal, sealed)
    if (Date.parse(content.expiresAt) <= Date.now())
      return context.log.warn('a code mail came too late and was dropped')
    const sent = await platform.mailer.send(await composeCode(content, context))
    if (sent.ok) return
    context.log.warn({ reason: sent.code }, 'a code mail was not taken')
    const delay = sent.permanent ? null : retryDelaySeconds(attempt, 'code')
    if (delay !== null) {
      await context.inIdentity((tx) =>
        enqueue(
          tx,
          mailCode,
          { sealed, attempt: attempt + 1, failingSince },
          { runAt: new Date(Date.now() + delay * 1000), importance: -10 },
        ),
      )
    }
  },
)

function composeCode(sealed: SealedCode, { platform }: JobContext) {
  const { address, code, purpose, workspaceName, domain, newAddress } = sealed
  const isCustomer = purpose.startsWith('customer')
  // The workspace name is cleaned for this mail: strangers can choose a name and request codes for any address.
  const plain = workspaceName ? plainName(workspaceName, domain ?? productName) : null
  const { settings } = platform
  if (newAddress) {
    const to = purpose === 'address-old' ? 'old' : 'new'
    return platform.composeSystemMail({
      to: address,
      fromName: plain ?? productName,
      template: 'address-code',
      content: { code, to, newAddress, workspaceName: plain, lifeMinutes: codeLifeMinutes },
    })
  }
  const verifyUrl =
    isCustomer && domain
      ? `${settings.workspaceOrigin(domain)}/customer/auth/login-verify`
      : `${settings.appOrigin}/auth/verify`
  return platform.composeSystemMail({
    to: address,
    fromName: plain ?? productName,
    template: 'sign-in-code',
    content: { code, workspaceName: plain, verifyUrl, lifeMinutes: codeLifeMinutes },
  })
}

const Notice = z.object({ sealed: z.string() })
const kinds = ['refresh-token-reused', 'new-device', 'address-changed'] as const satisfies SecurityNotice[]
/** The defaults are for jobs that older versions queued without these fields. */
const SealedNotice = z.object({
  address: z.string(),
  notice: z.enum(kinds).default(kinds[0]),
  workspace: z.object({ name: z.string(), domain: z.string() }).nullable().default(null).describe('Of a customer'),
  device: z.string().optional(),
  network: z.string().optional(),
  newAddress: z.string().optional(),
})
type SealedNotice = z.input<typeof SealedNotice>

export const mailSecurityNotice = job('identity.mail-security-notice', Notice, async ({ sealed }, { platform }) => {
  const { address, notice, workspace, ...where } = SealedNotice.parse(unseal(platform.keys.seal, sealed))
  const { settings } = platform
  await sendSystemMail(platform, {
    to: address,
    fromName: workspace?.name ?? productName,
    template: 'security-notice',
    content: {
      notice,
      workspaceName: workspace?.name ?? null,
      ...where,
      url: workspace
        ? `${settings.workspaceOrigin(workspace.domain)}/customer/auth/login`
        : `${settings.appOrigin}${notice === 'new-device' ? '/admin/profile' : '/auth/login'}`,
    },
  })
})

export const sealNotice = (keys: Keyring, notice: SealedNotice) => ({ sealed: seal(keys, notice) })

/**
 * Deletes codes after two days, ended sessions after a month, and known browsers and the sign-in log after half a year.
 */
export const pruneIdentity = job('identity.prune', z.object({}), (_, { inIdentity }) =>
  inIdentity(async (tx) => {
    await deleteOutdated(tx)
    await forgetInvitations(tx)
  }),
)

export const identityJobs = [mailCode, mailSecurityNotice, pruneIdentity]
