import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { writeMessage } from '#contract/tickets/messages.ts'
import { createTicket, listTickets } from '#contract/tickets/tickets.ts'
import { login, loginCustomer, refreshToken, registerCustomer, validateLogin } from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { showPublicWorkspace } from '#contract/workspace/settings.ts'
import { connect } from '#server/platform/database/connect.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { isKnownRecipient } from '#server/tickets/inbound-mail/receive-mail.ts'
import { as, ask } from '#test/ask.ts'
import { mailIn, supportOf, ticketOf, vouchedFor } from '#test/mail-in.ts'
import { newMessageId } from '#test/mailed-ticket.ts'
import { newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { codeOf } from '#test/sign-in.ts'
import {
  acme,
  app,
  databaseUrl,
  mailsTo,
  makeWorkspace,
  owner,
  platform,
  runJobs,
  settings,
  type World,
} from '#test/world.ts'
import { resumeWorkspace, suspendWorkspace } from './suspend-workspace.ts'

let world: World
beforeEach(async () => {
  world = await makeWorkspace(`turn-${randomUUID().slice(0, 8)}`, 'Turn', ['Tess', 'Tom', 'Tina', 'Theo'])
})

const nobody = as(null)
// Connects as the operator's command line does. The command line runs beside the server and notifies the server of
// changes.
const operator = connect({ url: databaseUrl.owner, size: 1, name: 'test', statementTimeoutMs: 30_000 })
operator.onWorkspaceChange = platform.hub.tellLater
afterAll(() => operator.pool.end())
const suspend = () => inWorkspace(operator, world.id, (tx) => suspendWorkspace(tx, 'spam'))
const resume = () => inWorkspace(operator, world.id, resumeWorkspace)
const suspended = { status: 403, code: 'workspace-suspended' }
const page = (path: string) =>
  app.inject({ url: path, headers: { host: `${world.domain}.${settings.rootDomain}`, accept: 'text/html' } })

describe('a workspace that is suspended', () => {
  test('lets nobody in by a session, whoever they are, and everybody again once it is resumed', async () => {
    const everybody = [world.admin, world.agent, world.customer]
    await suspend()
    for (const person of everybody) expect(await as(person)(showViewer, {})).toMatchObject(suspended)
    expect(await as(world.agent)(listTickets, { query: {} })).toMatchObject(suspended)
    expect(await nobody(refreshToken, { body: { refreshToken: world.agent.refreshToken } })).toMatchObject(suspended)
    expect(await as(acme.agent)(showViewer, {})).toMatchObject({ id: acme.agent.id })

    await resume()
    for (const person of everybody) expect(await as(person)(showViewer, {})).toMatchObject({ id: person.id })
    expect(await nobody(refreshToken, { body: { refreshToken: world.agent.refreshToken } })).toMatchObject({
      accessToken: expect.any(String),
    })
  })

  test('takes no key, also one that was used a moment ago', async () => {
    const { pluralKey } = await newModel({}, world.admin)
    const { secret: key } = await newContentKey(world, 'delivery')
    const read = () =>
      app.inject({
        url: `/api/v1/content/${pluralKey}`,
        headers: { host: settings.apiHost, authorization: `Bearer ${key}` },
      })
    expect((await read()).statusCode).toBe(200)
    expect((await read()).statusCode).toBe(200)
    await suspend()
    expect((await read()).json()).toMatchObject(suspended)
    await resume()
    expect((await read()).statusCode).toBe(200)
  })

  test('signs in neither team nor customers, with a code from before either', async () => {
    const { userGuidId } = await nobody(login, { body: { email: world.agent.email } })
    const code = await codeOf(world.agent.email)
    await suspend()
    const who = { email: world.customer.email, workspaceName: world.domain }
    expect(await nobody(validateLogin, { body: { userGuidId: userGuidId!, code } })).toMatchObject(suspended)
    expect(await nobody(login, { body: { email: world.admin.email } })).toMatchObject(suspended)
    expect(await nobody(loginCustomer, { body: who })).toMatchObject(suspended)
    expect(await nobody(registerCustomer, { body: who })).toMatchObject(suspended)

    await resume()
    expect(await nobody(validateLogin, { body: { userGuidId: userGuidId!, code } })).toMatchObject({
      message: 'LoginSuccess',
    })
  })

  test('shows its public pages to nobody, also one that was read a moment ago', async () => {
    const before = await page('/knowledgebase')
    await page('/knowledgebase')
    await suspend()
    const now = await page('/knowledgebase')
    expect(now.statusCode).toBe(403)
    expect(now.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(now.body).toContain('This workspace is suspended')
    expect(now.body).toContain('<title>This workspace is suspended · Turn</title>')
    expect(now.body).not.toContain('Startup Tools')
    expect(await nobody(showPublicWorkspace, { query: { domain: world.domain } })).toMatchObject(suspended)

    await resume()
    expect((await page('/knowledgebase')).statusCode).toBe(before.statusCode)
  })

  test('puts mail to it off, and takes it again once it is resumed', async () => {
    expect(await isKnownRecipient(platform, supportOf(world))).toBe(true)
    await suspend()
    await expect(mailIn({ from: 'a@example.org', to: supportOf(world), text: 'Hello' })).rejects.toThrow(
      /450 .*This workspace is suspended\. Please try again later/,
    )
    await resume()
    const messageId = newMessageId()
    await mailIn({ from: 'a@example.org', to: supportOf(world), text: 'Hello', messageId })
    expect(await ticketOf(messageId)).toEqual(expect.any(String))
  })

  test('sends nothing while it is suspended, and what waited once it is resumed', async () => {
    const to = `${randomUUID()}@wrote.test`
    const messageId = newMessageId()
    await mailIn({ from: to, to: supportOf(world), text: 'Hello', messageId, headers: vouchedFor(to) })
    const before = (await mailsTo(to)).length
    const id = await ticketOf(messageId)
    await as(world.agent)(writeMessage, { params: { id }, body: { text: 'An answer' } })
    await as(world.agent)(createTicket, {
      body: { subject: 'Hello', text: 'Hello', requester: { email: to }, from: 'agent' },
    })
    await suspend()
    await runJobs()
    await runJobs({ laterSeconds: 600 })
    expect(await mailsTo(to)).toHaveLength(before)

    await resume()
    await runJobs({ laterSeconds: 600 })
    expect(await mailsTo(to)).toHaveLength(before + 2)
  })

  test('is so once, and the log of the workspace says by whom', async () => {
    expect([await suspend(), await suspend()]).toEqual([true, false])
    expect([await resume(), await resume()]).toEqual([true, false])
    const { rows } = await owner.query(
      'select action, actor_type, detail from audit_log where workspace_id = $1 order by id',
      [world.id],
    )
    expect(rows).toEqual([
      { action: 'workspace.suspended', actor_type: 'system', detail: { by: 'operator', reason: 'spam' } },
      { action: 'workspace.resumed', actor_type: 'system', detail: { by: 'operator' } },
    ])
    expect((await ask(world.agent, showViewer, {})).statusCode).toBe(200)
  })
})
