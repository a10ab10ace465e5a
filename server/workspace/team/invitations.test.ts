import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeTicket } from '#contract/tickets/tickets.ts'
import {
  invitationLogin,
  login,
  register,
  registerCustomer,
  validateInvitationLogin,
} from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { changeMember, invite, listMembers, withdrawInvitation } from '#contract/workspace/team.ts'
import { as, ask } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { bearer, codeOf, freshEmail, letInvitationsRest, newFounder } from '#test/sign-in.ts'
import { acme, globex, mailsTo, makeWorkspace, newMember, owner, type Person, runJobs } from '#test/world.ts'

const nobody = as(null)
const inviteAs = (person: Person | null, email: string, role: 'TeamUser' | 'AdminUser' = 'TeamUser') =>
  as(person)(invite, { body: { email, role } })
const withdrawAs = (person: Person | null, id: string) => as(person)(withdrawInvitation, { params: { id } })
const listed = async (q: string) => (await as(acme.admin)(listMembers, { query: { q } })).items

async function accept(email: string) {
  const { userGuidId } = await nobody(invitationLogin, { body: { email } })
  const body = { userGuidId: userGuidId!, code: await codeOf(email) }
  return nobody(validateInvitationLogin, { body })
}

describe('inviting', () => {
  test('answers with the member to be, whom admins see as invited and nobody else', async () => {
    const email = freshEmail()
    const answer = await ask(acme.admin, invite, { body: { email: email.toUpperCase(), role: 'AdminUser' } })
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        ...{ id: expect.any(String), email, name: '', surname: '', role: 'AdminUser', status: 'invited' },
        ...{ isHrAdmin: false, avatarUrl: null, invitedAt: expect.any(String), joinedAt: null, lastSeenAt: null },
      },
    ])
    expect(await listed(email)).toMatchObject([{ email, status: 'invited' }])
    expect((await as(acme.agent)(listMembers, { query: { q: email } })).items).toEqual([])
  })

  test('again mails again and changes the role, without a second member', async () => {
    const email = freshEmail()
    const first = await inviteAs(acme.admin, email)
    await runJobs()
    await letInvitationsRest()
    const again = await inviteAs(acme.admin, email, 'AdminUser')
    await runJobs()
    expect(again).toMatchObject({ id: first.id, role: 'AdminUser', status: 'invited' })
    expect([(await mailsTo(email)).length, (await listed(email)).length]).toEqual([2, 1])
  })

  test('gives the role that was last said to whoever accepts', async () => {
    const email = freshEmail()
    await inviteAs(acme.admin, email)
    await inviteAs(acme.admin, email, 'AdminUser')
    expect(await accept(email)).toMatchObject({ message: 'LoginSuccess', role: 'AdminUser' })
    expect(await inviteAs(acme.admin, email)).toMatchObject({ status: 409, code: 'already-member' })
  })

  test('a deactivated member is told that they are in the team already', async () => {
    const member = await newMember(acme, 'Dru')
    await as(acme.admin)(changeMember, { params: { id: member.id }, body: { isActive: false } })
    expect(await inviteAs(acme.admin, member.email)).toMatchObject({ status: 409, code: 'already-member' })
  })

  test('somebody who registered and has no workspace lets them choose', async () => {
    const founder = await newFounder()
    await inviteAs(acme.admin, founder.email)
    expect(await as(founder)(showViewer, {})).toMatchObject({ workspace: null, role: 'FreeAdminUser' })
    const { accessToken } = await accept(founder.email)
    expect(await as(bearer(accessToken))(showViewer, {})).toMatchObject({
      role: 'TeamUser',
      workspace: { domain: acme.domain },
    })
  })

  test('a customer’s address makes a member beside the customer', async () => {
    expect(await inviteAs(acme.admin, acme.customer.email)).toMatchObject({ status: 'invited' })
    expect(await as(acme.customer)(showViewer, {})).toMatchObject({ kind: 'customer', id: acme.customer.id })
  })

  test.each([
    { role: 'TeamUser' },
    { email: 'a@b.cd' },
    { email: 'nobody', role: 'TeamUser' },
    { email: `${'a'.repeat(250)}@b.cd`, role: 'TeamUser' },
    { email: 'a@b.cd', role: 'FreeAdminUser' },
    { email: 'a@b.cd', role: 'Customer' },
    { email: 'a@b.cd\r\nBcc: c@d.ef', role: 'TeamUser' },
    { email: 'a@b.cd', role: 'TeamUser', isHrAdmin: true },
  ])('is refused as %j', async (body) => {
    expect(await as(acme.admin)(invite, { body: body as never })).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('is for admins of a workspace', async () => {
    const email = freshEmail()
    const founder = await newFounder()
    const answers = await Promise.all(
      [acme.agent, acme.customer, founder, null].map((person) => inviteAs(person, email)),
    )
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 401])
    expect(await listed(email)).toEqual([])
  })

  test('is written down with who did it and whom it is for', async () => {
    const email = freshEmail()
    const { id } = await inviteAs(acme.admin, email)
    await letInvitationsRest()
    await inviteAs(acme.admin, email)
    await withdrawAs(acme.admin, id)
    const { rows } = await owner.query(
      'select workspace_id, action, actor_id from audit_log where subject_id = $1 order by id',
      [id],
    )
    const by = { workspace_id: acme.id, actor_id: acme.admin.id }
    expect(rows).toEqual([
      { ...by, action: 'invitation.sent' },
      { ...by, action: 'invitation.repeated' },
      { ...by, action: 'invitation.withdrawn' },
    ])
  })
})

describe('an invitation that is taken back', () => {
  test('of somebody whom an import brought leaves what they wrote, and them deactivated', async () => {
    const member = await newMember(acme, 'Ive')
    const { id } = await newTicket(acme)
    await as(acme.agent)(changeTicket, { params: { id }, body: { assignee: member.id } })
    await owner.query(`update members set status = 'invited', invited_at = now() where id = $1`, [member.id])
    expect(await withdrawAs(acme.admin, member.id)).toEqual({})
    expect(await listed(member.email)).toMatchObject([{ id: member.id, status: 'deactivated' }])
  })

  test('sets the address free, for another team or for a start of its own', async () => {
    const [first, second] = [freshEmail(), freshEmail()]
    const ids = [(await inviteAs(acme.admin, first)).id, (await inviteAs(acme.admin, second)).id]
    await Promise.all(ids.map((id) => withdrawAs(acme.admin, id)))
    await letInvitationsRest()
    expect(await inviteAs(globex.admin, first)).toMatchObject({ status: 'invited' })
    expect(await nobody(register, { body: { email: second } })).toMatchObject({ status: 'emailsent' })
    expect([await listed(first), await listed(second)]).toEqual([[], []])
  })

  test('leaves whoever had registered their account', async () => {
    const founder = await newFounder()
    const { id } = await inviteAs(acme.admin, founder.email)
    await withdrawAs(acme.admin, id)
    expect(await nobody(invitationLogin, { body: { email: founder.email } })).toMatchObject({ userGuidId: null })
    expect(await nobody(login, { body: { email: founder.email } })).toMatchObject({ userGuidId: founder.id })
  })

  test('can be taken back once', async () => {
    const { id } = await inviteAs(acme.admin, freshEmail())
    expect(await withdrawAs(acme.admin, id)).toEqual({})
    expect(await withdrawAs(acme.admin, id)).toMatchObject({ status: 404, code: 'member-not-found' })
  })

  test('is none when the person has joined', async () => {
    const member = await newMember(acme, 'Joe')
    expect(await withdrawAs(acme.admin, member.id)).toMatchObject({ status: 409, code: 'invitation-not-open' })
    expect(await withdrawAs(acme.admin, acme.admin.id)).toMatchObject({ status: 409, code: 'invitation-not-open' })
    expect(await as(member)(showViewer, {})).toMatchObject({ id: member.id })
  })

  test('is taken back by admins of its workspace alone', async () => {
    const email = freshEmail()
    const { id } = await inviteAs(acme.admin, email)
    const answers = await Promise.all(
      [globex.admin, acme.agent, acme.customer, null].map((person) => withdrawAs(person, id)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 403, 401])
    expect(await withdrawAs(acme.admin, randomUUID())).toMatchObject({ status: 404 })
    expect(await listed(email)).toHaveLength(1)
  })
})

test('who was merely invited takes no part in the team before they accept', async () => {
  const email = freshEmail()
  const { id } = await inviteAs(acme.admin, email)
  expect(await as(acme.admin)(changeMember, { params: { id }, body: { isActive: true } })).toMatchObject({
    status: 'invited',
  })
  expect(await nobody(login, { body: { email } })).toMatchObject({ status: 'userisnotactive' })
})

describe('an address is left alone', () => {
  test('for five minutes, in which another role is all that an invitation changes', async () => {
    const email = freshEmail()
    await inviteAs(acme.admin, email)
    const again = await ask(acme.admin, invite, { body: { email, role: 'TeamUser' } })
    const promoted = await inviteAs(acme.admin, email, 'AdminUser')
    await runJobs()
    expect(again.json()).toMatchObject({ status: 429, code: 'invited-a-moment-ago' })
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0)
    expect([promoted.role, (await mailsTo(email)).length]).toEqual(['AdminUser', 1])
  })

  test('by every workspace, also once an invitation was withdrawn', async () => {
    const email = freshEmail()
    const { id } = await inviteAs(acme.admin, email)
    await withdrawAs(acme.admin, id)
    const answers = [await inviteAs(acme.admin, email), await inviteAs(globex.admin, email)]
    await letInvitationsRest()
    answers.push(await inviteAs(globex.admin, email))
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 'invited'])
  })

  test('after the fifth mail of a day', async () => {
    const email = freshEmail()
    const statuses: unknown[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push((await inviteAs(acme.admin, email)).status)
      await letInvitationsRest()
    }
    await runJobs()
    expect(statuses).toEqual([...Array(5).fill('invited'), 429])
    expect(await mailsTo(email)).toHaveLength(5)
  })

  test('by those who invite it at the same time', async () => {
    const email = freshEmail()
    await Promise.all(Array.from({ length: 5 }, () => inviteAs(acme.admin, email)))
    await runJobs()
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

describe('names that a stranger chose carry no message', () => {
  const words =
    'You won! Claim it now at https://evil.example/prize or call +1 800 123 4567, dear reader of these lines'

  test('in an invitation', async () => {
    const place = await makeWorkspace('relay-one', words, ['Rae', 'Ron', 'Ria', 'Rob'])
    await owner.query('update members set name = $2, surname = $2 where id = $1', [place.admin.id, words])
    const email = freshEmail()
    await inviteAs(place.admin, email)
    await runJobs()
    const [mail] = await mailsTo(email)
    const { inviterName, workspaceName } = JSON.parse(mail!.text)
    expect([inviterName.length, workspaceName.length]).toEqual([40, 40])
    expect(mail!.text.replaceAll(/"url":"[^"]*"/g, '')).not.toMatch(/evil|800|:\/\//)
  })

  test('in the code that anybody has mailed to anybody', async () => {
    const { domain } = await makeWorkspace('relay-two', words, ['Roy', 'Rex', 'Rio', 'Ruy'])
    const email = freshEmail()
    await nobody(registerCustomer, { body: { email, workspaceName: domain } })
    await runJobs()
    const [mail] = await mailsTo(email)
    expect(JSON.parse(mail!.text).workspaceName).toBe('You won! Claim it now at or call , dear…')
    expect(mail!.from).not.toMatch(/evil|800|reader/)
  })
})
