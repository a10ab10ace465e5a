import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { refreshToken, refreshTokenCustomer } from '#contract/workspace/identity.ts'
import { inIdentity } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { seal } from '#server/platform/secrets/keyring.ts'
import { as, ask } from '#test/ask.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, mailsTo, newAccount, newCustomer, newMember, owner, platform, runJobs, settings } from '#test/world.ts'
import { mailSecurityNotice } from './jobs.ts'

type Holder = { refreshToken: string }

const renew = ({ refreshToken: token }: Holder) => as(null)(refreshToken, { body: { refreshToken: token } })

/** Exchanges a token, and makes the exchange eleven seconds old. */
async function exchangeLongAgo(holder: Holder, endpoint: typeof refreshToken | typeof refreshTokenCustomer) {
  const pair = await as(null)(endpoint, { body: { refreshToken: holder.refreshToken } })
  const hash = createHash('sha256').update(holder.refreshToken).digest()
  await owner.query(`update refresh_tokens set rotated_at = now() - interval '11 seconds' where hash = $1`, [hash])
  return pair
}

async function noticesTo(address: string) {
  await runJobs()
  return (await mailsTo(address)).filter(({ subject }) => subject === 'security-notice')
}

describe('whose refresh token was used again is told by mail', () => {
  test('a member, once for the session', async () => {
    const member = await newMember(acme, 'Nia')
    const next = await exchangeLongAgo(member, refreshToken)
    expect(await renew(member)).toMatchObject({ status: 401 })
    expect(await renew(member)).toMatchObject({ status: 401 })
    expect(await renew({ refreshToken: next.refreshToken })).toMatchObject({ status: 401 })
    const notices = await noticesTo(member.email)
    expect(notices.map(({ text }) => JSON.parse(text))).toEqual([
      { notice: 'refresh-token-reused', workspaceName: null, url: `${settings.appOrigin}/auth/login` },
    ])
  })

  test('a founder who has no workspace yet', async () => {
    const founder = await newAccount()
    await exchangeLongAgo(founder, refreshToken)
    await renew(founder)
    expect(await noticesTo(founder.email)).toHaveLength(1)
  })

  test('a customer, in the name of the workspace whose customer they are', async () => {
    const customer = await newCustomer(acme, 'Noa')
    await exchangeLongAgo(customer, refreshTokenCustomer)
    await ask(null, refreshTokenCustomer, { body: { refreshToken: customer.refreshToken } })
    const [notice] = await noticesTo(customer.email)
    expect(notice!.from).toContain('Acme')
    expect(JSON.parse(notice!.text)).toEqual({
      notice: 'refresh-token-reused',
      workspaceName: 'Acme',
      url: `${settings.workspaceOrigin(acme.domain)}/customer/auth/login`,
    })
  })

  test('whoever used it by a cookie', async () => {
    const member = await newMember(acme, 'Ned')
    await exchangeLongAgo(member, refreshToken)
    expect(await platform.renewSession(member.refreshToken, '127.0.0.1')).toBeNull()
    expect(await noticesTo(member.email)).toHaveLength(1)
  })

  test('once, where two of the session’s tokens are used again at the same time', async () => {
    const member = await newMember(acme, 'Nan')
    const second = await exchangeLongAgo(member, refreshToken)
    await exchangeLongAgo(second, refreshToken)
    const holding = await owner.connect()
    await holding.query('begin')
    await holding.query('select from sessions where account_id = $1 for update', [member.id])
    const answers = [renew(member), renew(second)]
    await untilWaiting(2)
    await holding.query('commit').finally(() => holding.release())
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401])
    expect(await noticesTo(member.email)).toHaveLength(1)
  })
})

test('nobody is told of a token that a second tab used in time, or of one that is not theirs', async () => {
  const member = await newMember(acme, 'Nat')
  await renew(member)
  await renew(member)
  await renew({ refreshToken: 'made-up' })
  expect(await noticesTo(member.email)).toEqual([])
})

test('a notice that an earlier version queued, with its words, is mailed after the update', async () => {
  const address = 'waiting@before.test'
  const sealed = seal(platform.keys.seal, { address, subject: 'We ended one of your sessions', text: 'One of your …' })
  await inIdentity(platform.identity, (tx) => enqueue(tx, mailSecurityNotice, { sealed }))
  expect((await noticesTo(address)).map(({ text }) => JSON.parse(text))).toMatchObject([
    { notice: 'refresh-token-reused', url: `${settings.appOrigin}/auth/login` },
  ])
})
