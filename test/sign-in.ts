import { randomUUID } from 'node:crypto'
import { register, validateRegister } from '#contract/workspace/identity.ts'
import { as } from '#test/ask.ts'
import { mailsTo, owner, type Person, runJobs } from '#test/world.ts'

export const freshEmail = () => `person-${randomUUID()}@sign-in.test`

/** Somebody of whom only the token is known. */
export const bearer = (token: string | null) => ({ token }) as unknown as Person

/** The newest code that an address was mailed. */
export async function codeOf(address: string): Promise<string> {
  await runJobs()
  const codes = (await mailsTo(address)).flatMap(({ subject }) => /\d{6}/.exec(subject) ?? [])
  return codes[0]!
}

/** A code that is not the given one. */
export const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

/** As if the last code had been asked for a while ago. */
export const letTimePass = (address: string, time = '31 seconds') =>
  owner.query('update challenges set created_at = created_at - $2::interval where address = $1', [address, time])

/** As if the last invitations had been mailed a while ago. */
export const letInvitationsRest = () =>
  owner.query(`update invitation_mails set sent_at = sent_at - interval '6 minutes'`)

/** An invitation is open for seven days. */
export async function letInvitationRunOut(id: string) {
  await owner.query(`update identity.invitations set invited_at = now() - interval '8 days' where account_id = $1`, [
    id,
  ])
  await owner.query(`update members set invited_at = now() - interval '8 days' where id = $1`, [id])
}

/** Registers an address and proves it. */
export async function newFounder(email = freshEmail()): Promise<Person> {
  const { userGuidId } = await as(null)(register, { body: { email } })
  const body = { userGuidId: userGuidId!, code: await codeOf(email) }
  const { accessToken } = await as(null)(validateRegister, { body })
  return { ...bearer(accessToken), id: userGuidId!, email }
}
