import { expect, test } from 'vitest'
import { inIdentity } from '#server/platform/database.ts'
import type { Subject } from '#server/workspace/identity/queries/sign-in.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, newCustomer, newMember, owner, platform } from '#test/world.ts'
import { openSession } from './open-session.ts'

const device = { userAgent: 'vitest', network: '127.0.0.1' }
const signIn = (subject: Subject, meanwhile?: () => Promise<void>) =>
  inIdentity(platform.identity, async (tx) => {
    await openSession(platform, tx, { subject, ...device })
    await meanwhile?.()
  })

const member = await newMember(acme, 'Max')
const customer = await newCustomer(acme, 'Mai')

test.each([
  ['a member', { accountId: member.id }, member.id],
  ['a customer', { workspaceId: acme.id, customerId: customer.id }, customer.id],
])('%s has twenty sessions at most, also after signing in many times at once', async (_, subject, id) => {
  await Promise.all(Array.from({ length: 18 }, () => signIn(subject)))
  // The second sign-in starts before the first sign-in commits.
  let second: Promise<void> | undefined
  await signIn(subject, async () => {
    second = signIn(subject)
    await untilWaiting(1)
  })
  await second
  await Promise.all(Array.from({ length: 21 }, () => signIn(subject)))
  const { rows } = await owner.query(
    'select count(*)::int as live from sessions where (account_id = $1 or customer_id = $1) and ended_at is null',
    [id],
  )
  expect(rows).toEqual([{ live: 20 }])
})
