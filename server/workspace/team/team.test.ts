import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/workspace/audit.ts'
import { invitationLogin, validateInvitationLogin } from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import {
  changeMember,
  changeProfile,
  invite,
  listMembers,
  showAvatar,
  showProfile,
  withdrawInvitation,
} from '#contract/workspace/team.ts'
import { countedLimits, createLimiter } from '#server/platform/http/limits.ts'
import { as, ask } from '#test/ask.ts'
import { codeOf, letInvitationRunOut, letInvitationsRest, letTimePass } from '#test/sign-in.ts'
import { acme, globex, mailsTo, makeWorkspace, newMember, owner, type Person, platform, runJobs } from '#test/world.ts'

const nobody = as(null)
const freshEmail = () => `invited-${randomUUID()}@team.test`
const aTeam = () => makeWorkspace(`team-${randomUUID().slice(0, 8)}`, 'Initech', ['Ida', 'Ivo', 'Ina', 'Ilse'])

describe('an invitation', () => {
  test('is mailed with a link, and its code makes an active member', async () => {
    const email = freshEmail()
    const invited = await as(acme.admin)(invite, { body: { email, role: 'TeamUser' } })
    expect(invited).toMatchObject({ email, status: 'invited', role: 'TeamUser' })
    await runJobs()
    const [mail] = await mailsTo(email)
    expect(mail!.html).toContain(`/auth/invitation?email=${encodeURIComponent(email)}`)

    const { status, userGuidId } = await nobody(invitationLogin, { body: { email } })
    expect(status).toBe('emailsent')
    await runJobs()
    const code = /\d{6}/.exec((await mailsTo(email))[0]!.subject)![0]
    const joined = await nobody(validateInvitationLogin, { body: { userGuidId: userGuidId!, code } })
    expect(joined).toMatchObject({ message: 'LoginSuccess', role: 'TeamUser', workspaceDomain: acme.domain })
    const { items } = await as(acme.admin)(listMembers, { query: { q: email } })
    expect(items).toMatchObject([{ email, status: 'active' }])
  })

  test('runs out after seven days, and can be sent again', async () => {
    const email = freshEmail()
    const { id } = await as(acme.admin)(invite, { body: { email, role: 'TeamUser' } })
    await letInvitationRunOut(id)
    expect(await nobody(invitationLogin, { body: { email } })).toMatchObject({ status: 'userisnothere' })
    await as(acme.admin)(invite, { body: { email, role: 'AdminUser' } })
    expect(await nobody(invitationLogin, { body: { email } })).toMatchObject({ status: 'emailsent' })
  })

  test('to an address of another workspace, or of the own team, is refused with a reason', async () => {
    const asked = as(acme.admin)
    expect(await asked(invite, { body: { email: globex.agent.email, role: 'TeamUser' } })).toMatchObject({
      code: 'in-another-workspace',
    })
    expect(await asked(invite, { body: { email: acme.agent.email, role: 'TeamUser' } })).toMatchObject({
      code: 'already-member',
    })
  })

  test('of one new address by two workspaces at once mails one, and the other may ask later', async () => {
    const email = freshEmail()
    const body = { email, role: 'TeamUser' as const }
    const answers = await Promise.all([as(acme.admin)(invite, { body }), as(globex.admin)(invite, { body })])
    expect(answers.map(({ code }) => code).sort()).toEqual(['invited-a-moment-ago', undefined])
  })

  describe('that waits', () => {
    /** Invites a person to both workspaces, to Globex last. */
    async function invitedByBoth(email = freshEmail()) {
      const body = { email, role: 'TeamUser' as const }
      const { id } = await as(acme.admin)(invite, { body })
      await letInvitationsRest()
      await as(globex.admin)(invite, { body })
      return { email, id }
    }

    async function accept(email: string, workspaceName?: string) {
      const body = { email, ...(workspaceName && { workspaceName }) }
      const { userGuidId } = await nobody(invitationLogin, { body })
      return nobody(validateInvitationLogin, { body: { userGuidId: userGuidId!, code: await codeOf(email) } })
    }

    const statusIn = async (world: typeof acme, email: string) =>
      (await as(world.admin)(listMembers, { query: { q: email } })).items.map(({ status }) => status)

    test('keeps nobody from being invited elsewhere, and the link says which one is accepted', async () => {
      const { email } = await invitedByBoth()
      expect(await accept(email, acme.domain)).toMatchObject({ message: 'LoginSuccess', workspaceDomain: acme.domain })
      expect([await statusIn(acme, email), await statusIn(globex, email)]).toEqual([['active'], []])
      expect(await as(globex.admin)(invite, { body: { email, role: 'TeamUser' } })).toMatchObject({
        code: 'in-another-workspace',
      })
      const { items } = await as(globex.admin)(listAudit, { query: { action: 'invitation.declined' } })
      expect(items[0]).toMatchObject({ detail: {} })
    })

    test('is the last one where no workspace is named', async () => {
      const { email } = await invitedByBoth()
      expect(await accept(email)).toMatchObject({ workspaceDomain: globex.domain })
    })

    test('in no workspace of that name is not there', async () => {
      const { email } = await invitedByBoth()
      const body = { email, workspaceName: 'nowhere' }
      expect(await nobody(invitationLogin, { body })).toMatchObject({ status: 'userisnothere' })
    })

    test('stays where the other one is taken back, whose code then opens nothing', async () => {
      const { email, id } = await invitedByBoth()
      const { userGuidId } = await nobody(invitationLogin, { body: { email, workspaceName: globex.domain } })
      const code = await codeOf(email)
      await as(globex.admin)(withdrawInvitation, { params: { id } })
      const late = await nobody(validateInvitationLogin, { body: { userGuidId: userGuidId!, code } })
      expect(late).toMatchObject({ message: 'InvalidCode', accessToken: null })
      await letTimePass(email)
      expect(await accept(email, acme.domain)).toMatchObject({ workspaceDomain: acme.domain })
    })
  })

  test('goes to fifty addresses a day at most', async () => {
    const place = await aTeam()
    const relaxed = platform.limiter
    platform.limiter = createLimiter(1)
    Array.from({ length: 50 }, () => platform.limiter.count(countedLimits.invitation, place.id))
    const answer = await as(place.admin)(invite, { body: { email: freshEmail(), role: 'TeamUser' } })
    platform.limiter = relaxed
    expect(answer).toMatchObject({ status: 429, code: 'too-many-requests' })
  })

  test('can be withdrawn, and then no longer accepted', async () => {
    const email = freshEmail()
    const { id } = await as(acme.admin)(invite, { body: { email, role: 'TeamUser' } })
    expect(await as(globex.admin)(withdrawInvitation, { params: { id } })).toMatchObject({ status: 404 })
    expect(await as(acme.admin)(withdrawInvitation, { params: { id } })).toEqual({})
    expect(await nobody(invitationLogin, { body: { email } })).toMatchObject({ status: 'userisnothere' })
  })
})

describe('a workspace keeps one active admin', () => {
  test.each([{ role: 'TeamUser' as const }, { isActive: false }])(
    'so the last one cannot be changed by %j',
    async (body) => {
      const { admin } = await aTeam()
      expect(await as(admin)(changeMember, { params: { id: admin.id }, body })).toMatchObject({
        status: 409,
        code: 'last-admin',
      })
    },
  )

  test('also when two admins step down at the same time', async () => {
    const place = await aTeam()
    const second = await newMember(place, 'Isa', 'AdminUser')
    const stepDown = (person: Person) =>
      as(person)(changeMember, { params: { id: person.id }, body: { role: 'TeamUser' } })
    const answers = await Promise.all([stepDown(place.admin), stepDown(second)])
    expect(answers.map(({ code }) => code).sort()).toEqual(['last-admin', undefined])
  })

  test('and each gets an answer when both had been away for a while', async () => {
    const place = await aTeam()
    const second = await newMember(place, 'Ina', 'AdminUser')
    await owner.query(`update sessions set last_seen_at = now() - interval '1 hour' where account_id in ($1, $2)`, [
      place.admin.id,
      second.id,
    ])
    const demote = (by: Person, whom: Person) =>
      as(by)(changeMember, { params: { id: whom.id }, body: { role: 'TeamUser' } })
    const answers = await Promise.all([demote(place.admin, second), demote(second, place.admin)])
    expect(answers.map(({ status }) => status)).not.toContain(500)
    expect(
      (await as(place.agent)(listMembers, { query: {} })).items.filter(({ role }) => role !== 'TeamUser'),
    ).toHaveLength(1)
  })
})

describe('the team', () => {
  test('is seen by its members, the others of them by admins alone', async () => {
    const place = await aTeam()
    await as(place.admin)(changeMember, { params: { id: place.agent.id }, body: { isActive: false } })
    const helper = await newMember(place, 'Iris')
    const seenBy = async (person: Person) =>
      (await as(person)(listMembers, { query: {} })).items.map(({ name }) => name)
    expect(await seenBy(place.admin)).toEqual(['Ida', 'Iris', 'Ivo'])
    expect(await seenBy(helper)).toEqual(['Ida', 'Iris'])
  })

  test('shows the HR flag to the member it is given to', async () => {
    const member = await newMember(acme, 'Hal')
    await as(acme.admin)(changeMember, { params: { id: member.id }, body: { isHrAdmin: true } })
    expect(await as(member)(showViewer, {})).toMatchObject({ isHrAdmin: true, isAdmin: false })
  })

  test('has a clear picture for whoever has none, so that initials show', async () => {
    const picture = await ask(acme.agent, showAvatar, { params: { id: acme.admin.id } })
    expect(picture.headers['content-type']).toBe('image/gif')
  })
})

describe('the own profile', () => {
  test('changes what was sent and keeps the rest', async () => {
    const member = await newMember(acme, 'Pia')
    const body = { name: 'Piet', timeZone: 'Asia/Tokyo', notifications: { assigned: false } }
    expect(await as(member)(changeProfile, { body })).toMatchObject({
      name: 'Piet',
      surname: 'Test',
      timeZone: 'Asia/Tokyo',
      notifications: {
        ...{ assigned: false, customerReplied: true, deliveryFailed: true, mentioned: true, reviews: true },
        handedOver: true,
      },
    })
    expect(await as(acme.agent)(showProfile, {})).toMatchObject({ name: 'Carl' })
  })

  test('takes no field that is not its own', async () => {
    const response = await ask(acme.agent, changeProfile, { body: { role: 'AdminUser' } as object })
    expect(response.json()).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('takes no time zone that does not exist', async () => {
    expect(await as(acme.agent)(changeProfile, { body: { timeZone: 'Mars/Olympus' } })).toMatchObject({
      status: 400,
      fields: { timeZone: expect.any(String) },
    })
  })
})
