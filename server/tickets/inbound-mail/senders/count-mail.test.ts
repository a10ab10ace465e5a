import { afterEach, expect, test } from 'vitest'
import { createLimiter } from '#server/platform/http/limits.ts'
import { widerNetworkOf } from '#server/platform/http/network.ts'
import { publish } from '#test/dns.ts'
import { decisionsOn, mailFromOutside, supportOf } from '#test/mail-in.ts'
import { newMessageId, newSender } from '#test/mailed-ticket.ts'
import { acme, platform } from '#test/world.ts'

const relaxed = platform.limiter
afterEach(() => {
  platform.limiter = relaxed
})

const [home, elsewhere] = ['198.51.100.25', '203.0.113.7']

type MailInput = { from: string; address: string; replyTo?: string }

/** Sends a mail from the IP address `address`, and returns the decision about it. */
async function sendFrom({ from, address, replyTo }: MailInput) {
  const messageId = newMessageId()
  const head = [`From: ${from}`, ...(replyTo ? [`Reply-To: ${replyTo}`] : []), `Message-ID: ${messageId}`]
  const raw = `${[...head, 'Subject: Lamp'].join('\r\n')}\r\n\r\nIt is dark.\r\n`
  await mailFromOutside({ from, to: supportOf(acme), raw, address })
  return (await decisionsOn(messageId))[0]!
}

async function sendMany(count: number, written: MailInput) {
  const decided: Awaited<ReturnType<typeof sendFrom>>[] = []
  for (let n = 0; n < count; n += 1) decided.push(await sendFrom(written))
  return decided
}

test('after twenty-one mails in a customer’s name from elsewhere, their own mail is taken', {
  timeout: 60_000,
}, async () => {
  platform.limiter = createLimiter(1)
  const from = newSender()
  const spoofed = await sendMany(21, { from, address: elsewhere })
  expect(spoofed.at(-1)!.decision).toMatchObject({ code: 'too-many-tickets', sender: from })
  expect(await sendFrom({ from, address: home })).toMatchObject({ state: 'done' })
})

test('from the same network, what their domain vouches for is taken all the same', async () => {
  platform.limiter = createLimiter(0.05)
  const from = 'paula@vouched.test'
  const spoofed = await sendMany(2, { from, address: elsewhere })
  expect(spoofed.map(({ state }) => state)).toEqual(['done', 'suspended'])
  publish('TXT', 'vouched.test', `v=spf1 ip4:${elsewhere} -all`)
  expect(await sendFrom({ from, address: elsewhere })).toMatchObject({ state: 'done' })
})

test('a network that sends too much is asked to come later, under whatever names, and no other', async () => {
  platform.limiter = createLimiter(0.012)
  const one = (address: string) => sendFrom({ from: newSender(), replyTo: newSender(), address })
  for (let n = 0; n < 3; n += 1) await one('192.0.2.1')
  await expect(one('192.0.2.1')).rejects.toMatchObject({ responseCode: 451 })
  await one('192.0.2.2')
})

test('nor does it spend more by its neighbours than the wider network has', async () => {
  platform.limiter = createLimiter(0.01)
  const one = (address: string) => sendFrom({ from: newSender(), address })
  for (let mail = 0; mail < 10; mail += 1) await one(`192.0.2.${mail % 5}`)
  await expect(one('192.0.2.9')).rejects.toMatchObject({ responseCode: 451 })
  await one('198.51.100.1')
})

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('around %s is %s', (network, around) => {
  expect(widerNetworkOf(network)).toBe(around)
})
