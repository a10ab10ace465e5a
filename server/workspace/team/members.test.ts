import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { showViewer } from '#contract/workspace/session.ts'
import {
  changeMember,
  changeProfile,
  listMembers,
  showAvatar,
  showProfile,
  showTeamInfo,
} from '#contract/workspace/team.ts'
import { as, ask } from '#test/ask.ts'
import { passTime } from '#test/pass-time.ts'
import { newFounder } from '#test/sign-in.ts'
import { acme, globex, makeWorkspace, newMember, owner, type Person } from '#test/world.ts'
import { fetchAvatar, transparentPixel } from './fetch-avatar.ts'

afterEach(() => vi.restoreAllMocks())

const aTeam = () => makeWorkspace(`crew-${randomUUID().slice(0, 8)}`, 'Crew', ['Kim', 'Kai', 'Kit', 'Koa'])
const change = (by: Person | null, whom: { id: string }, body: object) =>
  as(by)(changeMember, { params: { id: whom.id }, body })

describe('a member', () => {
  test('becomes an admin and a plain member again, and nothing else changes', async () => {
    const member = await newMember(acme, 'Rob')
    const promoted = await change(acme.admin, member, { role: 'AdminUser' })
    expect(promoted).toMatchObject({ id: member.id, name: 'Rob', role: 'AdminUser', status: 'active' })
    expect(await as(member)(showViewer, {})).toMatchObject({ isAdmin: true })
    expect(await change(acme.admin, member, { role: 'TeamUser' })).toEqual({ ...promoted, role: 'TeamUser' })
  })

  test('goes and comes back, and signs in anew', async () => {
    const member = await newMember(acme, 'Ray')
    expect(await change(acme.admin, member, { isActive: false })).toMatchObject({ status: 'deactivated' })
    expect(await as(member)(showViewer, {})).toMatchObject({ status: 401 })
    expect(await change(acme.admin, member, { isActive: true })).toMatchObject({ status: 'active', role: 'TeamUser' })
  })

  test('who founded the workspace stays its founder when made admin again', async () => {
    const { admin } = await aTeam()
    expect(await change(admin, admin, { role: 'AdminUser' })).toMatchObject({ role: 'FreeAdminUser' })
  })

  test('who founded the workspace may go once there is another admin', async () => {
    const place = await aTeam()
    const second = await newMember(place, 'Kay', 'AdminUser')
    expect(await change(second, place.admin, { isActive: false })).toMatchObject({ status: 'deactivated' })
    expect(await change(second, second, { role: 'TeamUser' })).toMatchObject({ status: 409, code: 'last-admin' })
  })

  test('stays the last admin while the other one is deactivated', async () => {
    const place = await aTeam()
    const second = await newMember(place, 'Kat', 'AdminUser')
    await change(place.admin, second, { isActive: false })
    expect(await change(place.admin, place.admin, { isActive: false })).toMatchObject({ code: 'last-admin' })
    expect(await change(place.admin, place.admin, { isHrAdmin: true })).toMatchObject({ isHrAdmin: true })
  })

  test.each([
    { role: 'FreeAdminUser' },
    { role: 'Customer' },
    { isActive: 'no' },
    { email: 'x@y.zz' },
    { name: 'New' },
  ])('is not changed by %j', async (body) => {
    expect(await change(acme.admin, acme.agent, body)).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('is changed by admins of the own workspace alone', async () => {
    const member = await newMember(acme, 'Rue')
    const body = { role: 'AdminUser' }
    const answers = await Promise.all([
      change(globex.admin, member, body),
      change(member, member, body),
      change(acme.agent, member, body),
      change(acme.customer, member, body),
      change(null, member, body),
      change(acme.admin, { id: randomUUID() }, body),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 403, 403, 401, 404])
    expect(await as(member)(showViewer, {})).toMatchObject({ isAdmin: false })
  })

  test('is changed with a line in the history that says from what to what', async () => {
    const member = await newMember(acme, 'Rio')
    await change(acme.admin, member, { isHrAdmin: true })
    const { rows } = await owner.query('select action, actor_id, detail from audit_log where subject_id = $1', [
      member.id,
    ])
    const old = { role: 'TeamUser', status: 'active', isHrAdmin: false }
    expect(rows).toEqual([
      { action: 'member.changed', actor_id: acme.admin.id, detail: { old, new: { ...old, isHrAdmin: true } } },
    ])
  })
})

describe('the team is searched', () => {
  const emailsOf = async (person: Person, q: string) =>
    (await as(person)(listMembers, { query: { q } })).items.map(({ name }) => name)

  test.each(['Kai', 'kai', 'ai te', 'KAI TEST', '@crew'])('by a part of name or address, as %j', async (q) => {
    const place = await aTeam()
    expect(await emailsOf(place.admin, q)).toContain('Kai')
  })

  test.each(['%', '_', 'K_i', '\\', 'K%i', "' or ''='"])('and %j is a sign like any other', async (q) => {
    const place = await aTeam()
    expect(await emailsOf(place.admin, q)).toEqual([])
  })

  test('in the own workspace alone', async () => {
    expect(await emailsOf(acme.admin, globex.agent.email)).toEqual([])
  })
})

describe('the own profile', () => {
  test('keeps each choice, and the next page knows it', async () => {
    const member = await newMember(acme, 'Poe')
    const chosen = { surname: '', theme: 'dark', singleKeys: false, timeZone: 'America/Lima' } as const
    expect(await as(member)(changeProfile, { body: chosen })).toMatchObject(chosen)
    expect(await as(member)(showViewer, {})).toMatchObject({ singleKeys: false, timeZone: 'America/Lima' })
    expect(await as(member)(changeProfile, { body: { timeZone: null } })).toMatchObject({ timeZone: null })
    expect(await as(member)(showViewer, {})).toMatchObject({ timeZone: 'Europe/Berlin' })
  })

  test('changes one notification and keeps the others', async () => {
    const member = await newMember(acme, 'Pam')
    await as(member)(changeProfile, { body: { notifications: { assigned: false } } })
    const { notifications } = await as(member)(changeProfile, { body: { notifications: { customerReplied: false } } })
    expect(notifications).toEqual({
      assigned: false,
      customerReplied: false,
      deliveryFailed: true,
      mentioned: true,
      handedOver: true,
      reviews: true,
    })
  })

  test.each([
    { name: '' },
    { name: 'n'.repeat(121) },
    { surname: 'a\nb' },
    { theme: 'pink' },
    { language: 'xx' },
    { singleKeys: 'yes' },
    { notifications: { everything: true } },
    { notifications: { assigned: 'no' } },
    { email: 'thief@evil.example' },
    { isHrAdmin: true },
    { status: 'active' },
  ])('does not take %j', async (body) => {
    const before = await as(acme.agent)(showProfile, {})
    expect(await as(acme.agent)(changeProfile, { body: body as never })).toMatchObject({ status: 400, code: 'invalid' })
    expect(await as(acme.agent)(showProfile, {})).toEqual(before)
  })

  test('is none of a customer or a founder, who has a name and an address all the same', async () => {
    const founder = await newFounder()
    const statuses = [await ask(acme.customer, showProfile, {}), await ask(founder, showProfile, {})]
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([403, 403])
    expect(await as(founder)(showTeamInfo, {})).toEqual({ name: '', surname: '', email: founder.email })
    expect(await as(acme.customer)(showTeamInfo, {})).toMatchObject({ status: 403 })
  })
})

describe('the picture of a member', () => {
  const service = 'https://avatars.example/{hash}?s={size}'
  const picture = sharp({ create: { width: 600, height: 300, channels: 3, background: 'green' } })

  test('is asked for by the hash of the address, whatever its case, and made small and square', async () => {
    const asked: string[] = []
    const avatar = await fetchAvatar(service, ' Pat@Acme.TEST ', async (url) => {
      asked.push(url)
      return picture.jpeg().toBuffer()
    })
    const { width, height, format } = await sharp(avatar!.bytes).metadata()
    expect([avatar!.mime, width, height, format]).toEqual(['image/webp', 256, 256, 'webp'])
    expect(asked).toEqual([expect.stringMatching(/^https:\/\/avatars\.example\/[0-9a-f]{64}\?s=256$/)])
    expect(await fetchAvatar(service, 'pat@acme.test', async () => Buffer.from('asked again'))).toEqual(avatar)
  })

  test.each([
    ['the service is away', () => Promise.reject(new Error('away'))],
    ['it answers a text', async () => Buffer.from('<html>no</html>')],
    ['it answers nothing', async () => Buffer.alloc(0)],
  ])('is none when %s', async (_, fetchPicture) => {
    expect(await fetchAvatar(service, `${randomUUID()}@acme.test`, fetchPicture)).toBeNull()
  })

  test('is asked for again after a day, and after an hour where there was none', async () => {
    const asked: string[] = []
    const service = 'https://avatars.example/again/{hash}'
    const ask = (email: string, bytes: Buffer) =>
      fetchAvatar(service, email, async () => {
        asked.push(email)
        return bytes
      })
    const askBoth = async () => {
      await ask('there@acme.test', await picture.jpeg().toBuffer())
      await ask('missing@acme.test', Buffer.alloc(0))
      return asked.splice(0)
    }
    expect(await askBoth()).toEqual(['there@acme.test', 'missing@acme.test'])
    expect(await askBoth()).toEqual([])
    await passTime(3601_000)
    expect(await askBoth()).toEqual(['missing@acme.test'])
    await passTime(24 * 3600_000)
    expect(await askBoth()).toEqual(['there@acme.test', 'missing@acme.test'])
  })

  test('is clear where no service is asked, and only the own team sees it', async () => {
    const params = { id: acme.agent.id }
    const own = await ask(acme.admin, showAvatar, { params })
    expect([own.statusCode, own.rawPayload]).toEqual([200, transparentPixel])
    const strangers = [globex.admin, acme.customer, null]
    const answers = await Promise.all(strangers.map((person) => ask(person, showAvatar, { params })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 403, 401])
    expect((await ask(acme.admin, showAvatar, { params: { id: acme.customer.id } })).statusCode).toBe(404)
  })
})
