import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  changeWorkspace,
  createWorkspace,
  showPublicWorkspace,
  showServiceTrial,
  showWorkspace,
  startServiceTrial,
} from '#contract/workspace/settings.ts'
import { as, ask } from '#test/ask.ts'
import { newFounder } from '#test/sign-in.ts'
import { acme, globex, makeWorkspace, owner, type Person } from '#test/world.ts'

const place = await makeWorkspace('set-up', 'Set up', ['Ann', 'Abe', 'Amy', 'Avi'])
const change = (by: Person | null, body: object) => as(by)(changeWorkspace, { body })
const show = (person: Person) => as(person)(showWorkspace, {})

describe('general settings', () => {
  test('are changed together, and the whole team reads them', async () => {
    const body = {
      ...{ name: ' Set up Inc ', timeZone: 'Europe/Paris', supportName: 'Help', replyStatus: 'solved' },
      ...{
        reopenDays: 365,
        closeDays: 1,
        remindDays: 3,
        detectsThanks: false,
        tellsSolved: false,
        assignsOnReply: false,
      },
    }
    expect(await change(place.admin, body)).toMatchObject({ ...body, name: 'Set up Inc' })
    expect(await show(place.agent)).toMatchObject({ ...body, name: 'Set up Inc' })
  })

  test('stay as they are with an empty change', async () => {
    const before = await show(place.agent)
    expect(await change(place.admin, {})).toEqual(before)
  })

  test('are not written over by who read them before somebody else changed the same', async () => {
    const read = await show(place.admin)
    await change(place.admin, { supportName: 'Care', closeDays: 9 })
    const late = await change(place.admin, {
      ...{ supportName: 'Crew', replyStatus: 'open', closeDays: 9 },
      base: { supportName: read.supportName, replyStatus: read.replyStatus, closeDays: read.closeDays },
    })
    expect(late).toMatchObject({
      ...{ status: 409, code: 'conflict', base: { supportName: read.supportName } },
      ...{ theirs: { supportName: 'Care' }, yours: { supportName: 'Crew' } },
      fields: { supportName: 'Somebody else changed this to “Care”. Save again to keep yours.' },
    })
    expect(await show(place.admin)).toMatchObject({ supportName: 'Care', replyStatus: read.replyStatus })
    const again = await change(place.admin, { supportName: 'Crew', base: { supportName: 'Care' } })
    expect(again).toMatchObject({ supportName: 'Crew' })
  })

  test('changed by two at the same time are those of one, and the other is told', async () => {
    const { remindDays } = await show(place.admin)
    const set = (days: number) => change(place.admin, { remindDays: days, base: { remindDays } })
    const answers = await Promise.all([set(21), set(22)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['conflict', undefined])
  })

  test('name forms and lists, each once and in lower case', async () => {
    const body = { formsAndLists: ['Form@Example.com', 'form@example.com', 'crew@example.com'] }
    const formsAndLists = ['form@example.com', 'crew@example.com']
    expect(await change(place.admin, body)).toMatchObject({ formsAndLists })
    expect(await change(place.agent, { formsAndLists: [] })).toMatchObject({ status: 403 })
    expect(await show(place.agent)).toMatchObject({ formsAndLists })
  })

  test('lose their colour by null', async () => {
    await change(place.admin, { accentColor: '#ABCDEF' })
    expect(await as(null)(showPublicWorkspace, { query: { domain: place.domain.toUpperCase() } })).toMatchObject({
      accentColor: '#abcdef',
    })
    expect(await change(place.admin, { accentColor: null })).toMatchObject({ accentColor: null })
  })

  test.each([
    { name: '' },
    { name: '   ' },
    { name: 'n'.repeat(121) },
    { supportName: 'Evil\r\nBcc: all@acme.test' },
    { timeZone: 'Mars/Olympus' },
    { accentColor: 'red' },
    { accentColor: '#12345' },
    { accentColor: '#123456;}' },
    { replyStatus: 'closed' },
    { reopenDays: -1 },
    { closeDays: 366 },
    { remindDays: 1.5 },
    { detectsThanks: 'yes' },
    { assignsOnReply: 1 },
    { formsAndLists: ['crew'] },
    { formsAndLists: Array(51).fill('a@example.com') },
    { logoFileId: 'x' },
    { domain: 'stolen' },
    { plan: 'active' },
    { id: randomUUID() },
    { serviceStartedAt: null },
  ])('do not take %j', async (body) => {
    const before = await show(place.agent)
    expect(await change(place.admin, { name: 'Changed', ...body })).toMatchObject({ status: 400, code: 'invalid' })
    expect(await show(place.agent)).toEqual(before)
  })

  test('refuse a logo that nobody uploaded', async () => {
    expect(await change(place.admin, { logoFileId: randomUUID() })).toMatchObject({ code: 'file-not-found' })
  })

  test('are changed by admins of the workspace alone', async () => {
    const before = await show(acme.agent)
    const answers = await Promise.all([
      change(acme.agent, { name: 'Mine' }),
      change(acme.customer, { name: 'Mine' }),
      change(null, { name: 'Mine' }),
      change(await newFounder(), { name: 'Mine' }),
      change(globex.admin, { supportName: 'Globex Help' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 401, 403, undefined])
    expect(await show(acme.agent)).toEqual(before)
  })

  test('are none of the customers’', async () => {
    expect((await ask(acme.customer, showWorkspace, {})).statusCode).toBe(403)
  })

  test('are changed with a line in the history that names what, not to what', async () => {
    const { admin, id } = await makeWorkspace('noted', 'Noted', ['Nan', 'Ned', 'Nia', 'Noa'])
    await change(admin, { name: 'Secret plan', closeDays: 9 })
    const { rows } = await owner.query('select action, actor_id, detail from audit_log where workspace_id = $1', [id])
    expect(rows).toEqual([
      { action: 'workspace.changed', actor_id: admin.id, detail: { fields: ['name', 'closeDays'] } },
    ])
  })
})

describe('the public', () => {
  test('sees name, colour and logo whatever the case of the domain, and nothing else', async () => {
    expect(await as(null)(showPublicWorkspace, { query: { domain: globex.domain.toUpperCase() } })).toEqual({
      domain: globex.domain,
      name: 'Globex',
      accentColor: null,
      logoUrl: null,
    })
  })

  test.each(['nobody-here', '', 'app', "x' or 'a'='a", `${globex.domain}.startuptools.localhost`])(
    'finds no workspace at %j',
    async (domain) => {
      expect(await as(null)(showPublicWorkspace, { query: { domain } })).toMatchObject({
        status: 404,
        code: 'workspace-not-found',
      })
    },
  )

  test('asks for one domain at a time', async () => {
    expect(await as(null)(showPublicWorkspace, { query: {} })).toMatchObject({ code: 'workspace-not-found' })
    expect(await as(null)(showPublicWorkspace, { query: { domain: 'a'.repeat(64) } })).toMatchObject({
      code: 'invalid',
    })
  })
})

describe('the Service trial', () => {
  test('is seen by the team and started by admins, in their own workspace', async () => {
    const strangers = [acme.agent, acme.customer, null, await newFounder()]
    const starting = await Promise.all(strangers.map((person) => ask(person, startServiceTrial, {})))
    expect(starting.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401, 403])
    expect((await ask(acme.customer, showServiceTrial, {})).statusCode).toBe(403)
    expect(await as(acme.agent)(showServiceTrial, {})).toMatchObject({ state: 'trial' })
  })

  test('is started once by those who click at the same time, for all of them', async () => {
    const founder = await newFounder()
    const domain = `trial-${randomUUID().slice(0, 8)}`
    await as(founder)(createWorkspace, { body: { domain, timeZone: 'UTC' } })
    const answers = await Promise.all([1, 2, 3].map(() => as(founder)(startServiceTrial, {})))
    expect(answers.map(({ state }) => state)).toEqual(['trial', 'trial', 'trial'])
    expect(new Set(answers.map(({ startedAt }) => startedAt)).size).toBe(1)
    expect(await as(globex.admin)(showServiceTrial, {})).not.toMatchObject({ startedAt: answers[0]!.startedAt })
  })
})
