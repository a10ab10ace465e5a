import { once } from 'node:events'
import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { port, start, stop, talk } from './fixtures/smtp-client.ts'
import { relaxSmtpLimits, smtpLimits } from './smtp-listener.ts'

afterEach(stop)

test('a mail above the limit is refused, whether it says so beforehand or not', async () => {
  const kept = await start({ limits: { ...smtpLimits, messageBytes: 10_000 } })
  expect(await talk('EHLO x\r\nMAIL FROM:<a@b.example> SIZE=20000\r\nQUIT\r\n')).toMatch(/SIZE 10000[\s\S]*\n552/)
  const body = 'twenty bytes a line\r\n'.repeat(700)
  const answers = await talk(
    `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\n${body}.\r\nNOOP\r\nQUIT\r\n`,
  )
  expect(answers).toMatch(/552 5\.3\.4[^\n]*\n250/)
  expect(kept).toEqual([])
})

test('a message that does not end is cut off', async () => {
  await start({ limits: { ...smtpLimits, messageBytes: 10_000 } })
  const body = 'twenty bytes a line\r\n'.repeat(5_000)
  const answers = await talk(
    `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\n${body}`,
    3_000,
  )
  expect(answers).toMatch(/^421 /m)
})

test('half a mail is no mail', async () => {
  const kept = await start()
  await talk(
    'EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\nSubject: half\r\n\r\nHi',
    200,
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(kept).toEqual([])
})

test('lines and commands have a longest length', async () => {
  await start()
  const long = 'x'.repeat(2_500)
  expect(
    await talk(
      `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\n\r\n${long}\r\n.\r\nQUIT\r\n`,
    ),
  ).toMatch(/^554 .*2000 bytes/m)
  expect(await talk(`EHLO ${'x'.repeat(600)}\r\n`)).toMatch(/^421 .*too long/m)
})

test('50 recipients are taken, not 51', async () => {
  await start()
  const recipients = Array.from({ length: 51 }, (_, index) => `RCPT TO:<r${index}@acme.example>\r\n`).join('')
  const answers = await talk(`EHLO x\r\nMAIL FROM:<a@b.example>\r\n${recipients}QUIT\r\n`)
  expect(answers.match(/^250 2\.1\.5/gm)).toHaveLength(50)
  expect(answers).toMatch(/^452/m)
})

test.each(['VRFY support', 'EXPN staff', 'AUTH PLAIN AGFubgBzZWNyZXQ=', 'STARTTLS', 'HELP', 'WIZ x'])(
  '%s is not understood',
  async (command) => {
    await start()
    const answers = await talk(`EHLO x\r\n${command}\r\nQUIT\r\n`)
    expect(answers).toMatch(/^5\d\d/m)
    expect(answers).not.toMatch(/AUTH|STARTTLS/)
  },
)

test('a line end of another kind does not end a message early', async () => {
  const kept = await start()
  const smuggled =
    'Hi\n.\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\nSubject: smuggled\r\n'
  await talk(
    `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<support@acme.example>\r\nDATA\r\nSubject: x\r\n\r\n${smuggled}\r\n.\r\nQUIT\r\n`,
    1_000,
  )
  expect(kept).toMatchObject([{ envelopeFrom: 'a@b.example' }])
})

async function countGreeted(connections: number): Promise<number> {
  const sockets = Array.from({ length: connections }, () => net.connect(port(), '127.0.0.1'))
  const greetings = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0])))
  for (const socket of sockets) socket.destroy()
  return greetings.filter((greeting) => greeting.startsWith('220')).length
}

test('one address may hold five connections, and a load test more', async () => {
  await start()
  expect(await countGreeted(8)).toBe(5)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await countGreeted(5)).toBe(5)
  await stop()
  await start({ limits: relaxSmtpLimits(smtpLimits) })
  expect(await countGreeted(40)).toBe(40)
})

test('there are at most as many connections as the limit says', async () => {
  await start({ limits: { ...relaxSmtpLimits(smtpLimits), connections: 10 } })
  expect(await countGreeted(14)).toBe(10)
})

test('who says nothing is let go, and so is who talks for too long', async () => {
  await start({ limits: { ...smtpLimits, idleMs: 150, sessionMs: 60_000 } })
  expect(await talk('EHLO x\r\n', 2_000)).toMatch(/^421/m)
  await stop()
  await start({ limits: { ...smtpLimits, sessionMs: 150 } })
  expect(await talk('EHLO x\r\n', 2_000)).toMatch(/^421/m)
})
