import { enqueue } from '#server/platform/jobs.ts'
import { hashAddress } from '#server/platform/secrets/hash-address.ts'
import { mailSecurityNotice, sealNotice } from '#server/workspace/identity/jobs.ts'
import { hasSignedIn, knowsDevice, knowsProgram } from '#server/workspace/identity/queries/sign-in.ts'
import { describeDevice } from '#server/workspace/identity/sessions/describe-device.ts'
import type { Asking } from './send-code.ts'

/**
 * Mails a person of the team that somebody signed in as them from a device that is not known. It comes before the sign-in
 * itself is kept. A first sign-in is told to nobody.
 */
export async function tellOfNewDevice(
  { platform, tx, device, network }: Asking,
  { id, email }: { id: string; email: string },
  userAgent: string,
) {
  const person = hashAddress(platform.keys, email)
  const isKnown = device ? await knowsDevice(tx, person, device) : await knowsProgram(tx, id, userAgent)
  if (isKnown || !(await hasSignedIn(tx, person, id))) return
  const notice = { address: email, notice: 'new-device', device: describeDevice(userAgent), network } as const
  await enqueue(tx, mailSecurityNotice, sealNotice(platform.keys.seal, notice))
}
