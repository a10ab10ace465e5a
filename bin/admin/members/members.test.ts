import { expect, test } from 'vitest'
import { changeTicket, showTicket } from '#contract/tickets/tickets.ts'
import { listAudit } from '#contract/workspace/audit.ts'
import type { AuditAction } from '#contract/workspace/audit-actions.ts'
import { login, signInByAddress } from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { admin, adminWhere, newFolder } from '#test/copy-world.ts'
import { newTicket } from '#test/new-ticket.ts'
import { freshEmail } from '#test/sign-in.ts'
import { acme, globex, mailsTo, newMember, owner, runJobs, settings } from '#test/world.ts'

const codeIn = (said: string) => /^\d{6}/.exec(said)![0]
const auditOf = async (action: AuditAction) => (await as(acme.admin)(listAudit, { query: { action } })).items[0]

test('whom no mail reaches gets in by a code that the operator prints, once, and the workspace reads of it', async () => {
  const member = await newMember(acme, 'Nomail')
  const said = await admin('member', 'code', member.email.toUpperCase())
  expect(said).toMatch(
    new RegExp(
      `^\\d{6} signs in to ${acme.domain}, once, within 10 minutes. They enter it with ${member.email} at http`,
    ),
  )
  const body = { email: member.email, code: codeIn(said) }
  const signedIn = await as(null)(signInByAddress, { body })
  expect(signedIn).toMatchObject({ message: 'LoginSuccess', workspaceDomain: acme.domain })
  expect(await as(null)(signInByAddress, { body })).toMatchObject({ message: 'InvalidCode' })
  expect(await auditOf('sign-in.code-made')).toMatchObject({
    actor: { type: 'system' },
    subject: { id: member.id },
    detail: { by: 'operator' },
  })
  await runJobs()
  expect((await mailsTo(member.email)).filter(({ subject }) => subject !== 'security-notice')).toEqual([])
})

test('codes of the operator leave the budget of an address as it is', async () => {
  const member = await newMember(acme, 'Budget')
  for (const _ of Array(6)) await admin('member', 'code', member.email)
  await as(null)(login, { body: { email: member.email } })
  await runJobs()
  expect(await mailsTo(member.email)).toHaveLength(1)
})

test('a founder whom the operator invited registers by such a code', async () => {
  const email = freshEmail()
  await expect(admin('member', 'code', email)).rejects.toThrow(`${email} may not sign in`)
  await admin('workspace', 'invite', email)
  const said = await admin('member', 'code', email)
  expect(said).toMatch(/^\d{6} begins to found a workspace, once/)
  expect(await as(null)(signInByAddress, { body: { email, code: codeIn(said) } })).toMatchObject({
    message: 'EmailValidated',
    workspaceDomain: null,
  })
})

test('whom the operator invites joins the team without a mail', async () => {
  const email = freshEmail()
  const said = await admin('member', 'invite', acme.domain, email, '--admin')
  const query = new URLSearchParams({ email, workspace: acme.domain })
  expect(said).toContain(`send them ${settings.appOrigin}/auth/invitation?${query}`)
  expect(await auditOf('invitation.sent')).toMatchObject({ detail: { email, role: 'AdminUser', by: 'operator' } })
  const code = codeIn(await admin('member', 'code', email))
  const signedIn = await as(null)(signInByAddress, { body: { email, code } })
  expect(signedIn).toMatchObject({ message: 'LoginSuccess', role: 'AdminUser', workspaceDomain: acme.domain })
  await runJobs()
  expect(await mailsTo(email)).toEqual([])
  await expect(admin('member', 'invite', acme.domain, email)).rejects.toThrow(/already/)
  await expect(admin('member', 'invite', globex.domain, email)).rejects.toThrow(/workspace/)
})

test('a disabled member is out at once, and their tickets have nobody', async () => {
  const member = await newMember(acme, 'Leaver')
  const { id } = await newTicket(acme)
  await as(acme.agent)(changeTicket, { params: { id }, body: { assignee: member.id } })
  expect(await admin('member', 'disable', acme.domain, member.email)).toContain('is deactivated in')
  expect(await as(member)(showViewer, {})).toMatchObject({ status: 401 })
  await runJobs()
  expect(await as(acme.agent)(showTicket, { params: { id } })).toMatchObject({ assignee: null })
  expect(await auditOf('member.changed')).toMatchObject({
    detail: { old: { status: 'active' }, new: { status: 'deactivated' }, by: 'operator' },
  })
  await expect(admin('member', 'code', member.email)).rejects.toThrow('may not sign in')
  await expect(admin('member', 'disable', acme.domain, member.email)).rejects.toThrow('is already deactivated in')
})

test('the only admin is not disabled, and an invitation is withdrawn', async () => {
  await expect(admin('member', 'disable', globex.domain, globex.admin.email)).rejects.toThrow(/admin/)
  await expect(admin('member', 'disable', globex.domain, acme.agent.email)).rejects.toThrow('is not on the team of')
  const email = freshEmail()
  await admin('member', 'invite', globex.domain, email)
  expect(await admin('member', 'disable', globex.domain, email)).toBe(
    `The invitation of ${email} to ${globex.domain} was withdrawn.`,
  )
  const { items } = await as(globex.admin)(listMembers, { query: {} })
  expect(items.map((one: { email: string }) => one.email)).not.toContain(email)
})

test('a member gets another address: sessions end, the old address is told, and the new one has to be proved', async () => {
  const [member, next] = [await newMember(acme, 'Mover'), freshEmail()]
  expect(await admin('member', 'email', acme.domain, member.email, next.toUpperCase())).toContain(`is now ${next}.`)
  expect(await as(member)(showViewer, {})).toMatchObject({ status: 401 })
  await runJobs()
  const [notice] = await mailsTo(member.email)
  expect(JSON.parse(notice!.text)).toMatchObject({ notice: 'address-changed' })
  const { rows } = await owner.query('select verified_at from accounts where id = $1', [member.id])
  expect(rows).toEqual([{ verified_at: null }])
  expect(await as(null)(login, { body: { email: member.email } })).toMatchObject({ status: 'userisnothere' })
  expect(await as(null)(login, { body: { email: next } })).toMatchObject({ userGuidId: member.id })
  expect(await auditOf('address.changed')).toMatchObject({ detail: { new: { email: next }, by: 'operator' } })
})

test('nobody gets an address that somebody has', async () => {
  const member = await newMember(acme, 'Taker')
  await expect(admin('member', 'email', acme.domain, member.email, globex.agent.email)).rejects.toThrow(
    `${globex.agent.email} is on the team of a workspace`,
  )
  expect(await as(member)(showViewer, {})).toMatchObject({ id: member.id })
})

test('a command that needs the secrets says where they are not', async () => {
  const elsewhere = newFolder()
  await expect(adminWhere({ DATA_DIR: elsewhere }, 'member', 'code', acme.agent.email)).rejects.toThrow(
    `${elsewhere} contains no secrets.json: set DATA_DIR to the folder that the server uses.`,
  )
})
