import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createEntry } from '#contract/content/entries.ts'
import { changeContentModel, listContentModels } from '#contract/content/models.ts'
import { showViewer } from '#contract/workspace/session.ts'
import {
  createWorkspace,
  showDomainAvailability,
  showPublicWorkspace,
  showWorkspace,
} from '#contract/workspace/settings.ts'
import { invite, listMembers } from '#contract/workspace/team.ts'
import { as, ask } from '#test/ask.ts'
import { newFounder } from '#test/sign-in.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, globex, owner } from '#test/world.ts'

const freshDomain = () => `new-${randomUUID().slice(0, 8)}`
const refused = (error: string) => ({ isThereError: true, error, workspaceDomain: null })

describe('a new workspace', () => {
  test('is named like its domain until it gets a name, and holds its founder alone', async () => {
    const founder = await newFounder()
    const domain = freshDomain()
    const body = { domain: ` ${domain.toUpperCase()} `, timeZone: 'Asia/Tokyo' }
    expect(await as(founder)(createWorkspace, { body })).toEqual({
      isThereError: false,
      error: null,
      workspaceDomain: domain,
    })
    expect(await as(founder)(showWorkspace, {})).toMatchObject({
      ...{ domain, name: domain, supportName: domain, timeZone: 'Asia/Tokyo', accentColor: null, logoUrl: null },
      supportAddress: `support@${domain}.startuptools.localhost`,
    })
    const { items } = await as(founder)(listMembers, { query: {} })
    expect(items).toMatchObject([{ email: founder.email, role: 'FreeAdminUser', status: 'active' }])
  })

  test('is open to nobody who was not asked into it', async () => {
    const founder = await newFounder()
    await as(founder)(createWorkspace, { body: { domain: freshDomain(), timeZone: 'UTC' } })
    const { id } = await as(founder)(showWorkspace, {})
    const { rows } = await owner.query('select action, actor_id from audit_log where workspace_id = $1', [id])
    expect(rows).toEqual([{ action: 'workspace.created', actor_id: founder.id }])
    expect(await as(acme.admin)(showWorkspace, {})).toMatchObject({ id: acme.id })
  })

  test('begins with models, so that the first entry is written at once', async () => {
    const founder = await newFounder()
    await as(founder)(createWorkspace, { body: { domain: freshDomain(), timeZone: 'UTC' } })
    const { items } = await as(founder)(listContentModels, { query: {} })
    expect(
      items.map(({ key, titleField, slugField, fields }) => [key, titleField, slugField, fields.map((one) => one.key)]),
    ).toEqual([
      ['article', 'title', 'slug', ['title', 'slug', 'category', 'cover', 'summary', 'body', 'author']],
      ['page', 'title', 'slug', ['title', 'slug', 'body']],
    ])
    const written = { params: { model: 'articles' }, body: { fields: { title: 'The first', author: 'Ada' } } }
    expect(await as(founder)(createEntry, written)).toMatchObject({ slug: 'the-first' })
    const [article] = items
    const renamed = { params: { id: article!.id }, query: {}, body: { name: 'Post' } }
    expect(await as(founder)(changeContentModel, renamed)).toMatchObject({ name: 'Post', step: 3 })
    expect((await as(globex.admin)(listContentModels, { query: {} })).items).toEqual([])
  })

  test('starts without the Service trial', async () => {
    const founder = await newFounder()
    await as(founder)(createWorkspace, { body: { domain: freshDomain(), timeZone: 'UTC' } })
    expect(await as(founder)(showViewer, {})).toMatchObject({ service: { state: 'not-started', startedAt: null } })
  })

  test('is one, however often its founder clicks', async () => {
    const founder = await newFounder()
    const holder = await owner.connect()
    onTestFinished(() => holder.release())
    await holder.query('begin')
    await holder.query('select from accounts where id = $1 for update', [founder.id])
    const clicks = [freshDomain(), freshDomain(), freshDomain()].map((domain) =>
      as(founder)(createWorkspace, { body: { domain, timeZone: 'UTC' } }),
    )
    await untilWaiting(3)
    await holder.query('commit')
    const answers = await Promise.all(clicks)
    expect(answers.map(({ error }) => error ?? '').sort()).toEqual([
      '',
      'useralreadyhasworkspace',
      'useralreadyhasworkspace',
    ])
  })
})

describe('a workspace is not made', () => {
  test('by a member of another, an admin as little', async () => {
    const domain = freshDomain()
    const body = { domain, timeZone: 'UTC' }
    expect(await as(acme.agent)(createWorkspace, { body })).toEqual(refused('useralreadyhasworkspace'))
    expect(await as(acme.admin)(createWorkspace, { body })).toEqual(refused('useralreadyhasworkspace'))
    expect(await as(null)(showPublicWorkspace, { query: { domain } })).toMatchObject({ status: 404 })
  })

  test('by a customer, or by nobody', async () => {
    const body = { domain: freshDomain(), timeZone: 'UTC' }
    const answers = [await ask(acme.customer, createWorkspace, { body }), await ask(null, createWorkspace, { body })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 401])
  })

  test.each([
    ['   ', 'domainempty'],
    ['a b c', 'invaliddomainformat'],
    ['abc.def', 'invaliddomainformat'],
    ['münchen', 'invaliddomainformat'],
    ['abc-', 'invaliddomainformat'],
    ['startuptools', 'domainreserved'],
    [globex.domain, 'domainalreadyexists'],
    ['l0gin', 'domainreserved'],
    ['mx9', 'domainreserved'],
  ])('under the domain %j', async (domain, error) => {
    const founder = await newFounder()
    expect(await as(founder)(createWorkspace, { body: { domain, timeZone: 'UTC' } })).toEqual(refused(error))
  })

  test('in a time zone that does not exist, and the domain stays free', async () => {
    const founder = await newFounder()
    const domain = freshDomain()
    expect(await as(founder)(createWorkspace, { body: { domain, timeZone: 'Mars/Olympus' } })).toMatchObject({
      status: 400,
      fields: { timeZone: expect.any(String) },
    })
    expect(await as(founder)(showDomainAvailability, { query: { domain } })).toEqual({ available: true, error: null })
    expect(await as(founder)(showViewer, {})).toMatchObject({ workspace: null })
  })

  test.each([
    { timeZone: 'UTC' },
    { domain: 'abc' },
    { domain: 'a'.repeat(201), timeZone: 'UTC' },
    { domain: 'abc', timeZone: 'UTC', name: 'n'.repeat(121) },
    { domain: 'abc', timeZone: 'UTC', userName: 'a\u0000' },
    { domain: 'abc', timeZone: 'UTC', plan: 'active' },
  ])('from %j', async (body) => {
    expect(await as(await newFounder())(createWorkspace, { body: body as never })).toMatchObject({ code: 'invalid' })
  })

  test('under a domain that rests, until its rest is over', async () => {
    const founder = await newFounder()
    const domain = freshDomain()
    await owner.query(`insert into resting_domains (domain, until_at) values ($1, now() + interval '1 day')`, [domain])
    const body = { domain, timeZone: 'UTC' }
    expect(await as(founder)(createWorkspace, { body })).toEqual(refused('domainalreadyexists'))
    expect(await as(founder)(showDomainAvailability, { query: { domain } })).toMatchObject({ available: false })
    await owner.query(`update resting_domains set until_at = now() - interval '1 second' where domain = $1`, [domain])
    expect(await as(founder)(createWorkspace, { body })).toMatchObject({ workspaceDomain: domain })
  })

  test('by a founder who is refused, and their invitation stays open', async () => {
    const founder = await newFounder()
    const { id } = await as(acme.admin)(invite, { body: { email: founder.email, role: 'TeamUser' } })
    const body = { domain: globex.domain, timeZone: 'UTC' }
    expect(await as(founder)(createWorkspace, { body })).toEqual(refused('domainalreadyexists'))
    const { items } = await as(acme.admin)(listMembers, { query: { q: founder.email } })
    expect(items).toMatchObject([{ id, status: 'invited' }])
  })
})

describe('whether a domain is free', () => {
  test('is told to whoever has an account, as creating would say it', async () => {
    const query = { domain: ` ${acme.domain.toUpperCase()} ` }
    expect(await as(await newFounder())(showDomainAvailability, { query })).toEqual({
      available: false,
      error: 'domainalreadyexists',
    })
    const answers = [
      await ask(acme.customer, showDomainAvailability, { query }),
      await ask(null, showDomainAvailability, { query }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 401])
  })
})
