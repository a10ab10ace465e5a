import { enqueue } from '#server/platform/jobs.ts'
import { hashAddress } from '#server/platform/secrets/seal.ts'
import { mailSecurityNotice, sealNotice } from '#server/workspace/identity/jobs.ts'
import { hasSignedIn, knowsDevice, knowsProgram } from '#server/workspace/identity/queries/sign-in.ts'
import { describeDevice } from '#server/workspace/identity/sessions/own-sessions.ts'
import type { SignInCall } from './send-code.ts'

/**
 * Notifies a member by mail about a sign-in from an unknown device. Runs before the sign-in is stored. A first sign-in
 * sends no mail.
 */
export async function tellOfNewDevice(
  { platform, tx, device, network }: SignInCall,
  { id, email }: { id: string; email: string },
  userAgent: string,
) {
  const person = hashAddress(platform.keys, email)
  const isKnown = device ? await knowsDevice(tx, person, device) : await knowsProgram(tx, id, userAgent)
  if (isKnown || !(await hasSignedIn(tx, person, id))) return
  const notice = { address: email, notice: 'new-device', device: describeDevice(userAgent), network } as const
  await enqueue(tx, mailSecurityNotice, sealNotice(platform.keys.seal, notice))
}
