import { randomUUID } from 'node:crypto'
import { register, validateRegister } from '#contract/workspace/identity.ts'
import { as } from '#test/ask.ts'
import { mailsTo, owner, type Person, runJobs } from '#test/world.ts'

export const freshEmail = () => `person-${randomUUID()}@sign-in.test`

/** Returns a person of whom only the token is known. */
export const bearer = (token: string | null) => ({ token }) as unknown as Person

/** Returns the newest code that was mailed to an address. */
export async function codeOf(address: string): Promise<string> {
  await runJobs()
  const codes = (await mailsTo(address)).flatMap(({ subject }) => /\d{6}/.exec(subject) ?? [])
  return codes[0]!
}

/** Returns a code that differs from `code`. */
export const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

/** Makes the codes of an address older by `time`. */
export const letTimePass = (address: string, time = '31 seconds') =>
  owner.query('update challenges set created_at = created_at - $2::interval where address = $1', [address, time])

/** Makes all invitation mails six minutes older. */
export const letInvitationsRest = () =>
  owner.query(`update invitation_mails set sent_at = sent_at - interval '6 minutes'`)

/** Makes an invitation eight days old. Invitations expire after seven days. */
export async function letInvitationRunOut(id: string) {
  await owner.query(`update identity.invitations set invited_at = now() - interval '8 days' where account_id = $1`, [
    id,
  ])
  await owner.query(`update members set invited_at = now() - interval '8 days' where id = $1`, [id])
}

/** Registers an address and verifies the address with the mailed code. */
export async function newFounder(email = freshEmail()): Promise<Person> {
  const { userGuidId } = await as(null)(register, { body: { email } })
  const body = { userGuidId: userGuidId!, code: await codeOf(email) }
  const { accessToken } = await as(null)(validateRegister, { body })
  return { ...bearer(accessToken), id: userGuidId!, email }
}
