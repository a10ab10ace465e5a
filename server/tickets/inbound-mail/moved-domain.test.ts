import { expect, onTestFinished, test } from 'vitest'
import { mailFromOutside } from '#test/mail-in.ts'
import { mailedTicket, messagesOf } from '#test/mailed-ticket.ts'
import { acme, app, owner, platform, runJobs, settings } from '#test/world.ts'
import { isKnownRecipient } from './receive-mail.ts'

/** Sets the former domains of the installation until the test ends. */
function moveFrom(...formerDomains: string[]) {
  Object.assign(settings, { formerDomains })
  onTestFinished(() => void Object.assign(settings, { formerDomains: [] }))
}

const get = (host: string, url: string, method: 'GET' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: { host } })

test('a reply to a mail from before a move arrives in its ticket', async () => {
  const mailed = await mailedTicket(acme)
  const [given = ''] = /[^\s<>]+@[^\s<>]+/.exec(mailed.answer.replyTo) ?? []
  const to = given.replace(`.${settings.inboundDomain}`, '.old.example')
  expect(await isKnownRecipient(platform, to)).toBe(false)
  moveFrom('old.example')
  expect(await isKnownRecipient(platform, to)).toBe(true)
  expect(await isKnownRecipient(platform, 'support@nowhere.old.example')).toBe(false)
  const raw = `From: ${mailed.from}\r\nTo: ${to}\r\nSubject: Re: Lamp\r\nMessage-ID: <old@example.org>\r\n\r\nTo the old address\r\n`
  await mailFromOutside({ from: mailed.from, to, raw })
  await runJobs()
  expect((await messagesOf(acme, mailed.id)).at(-1)).toMatchObject({ bodyText: 'To the old address' })
  const { rows } = await owner.query('select count(*)::int as number from tickets where workspace_id = $1', [acme.id])
  expect(rows).toEqual([{ number: 1 }])
})

test.each([
  ['acme.old.example', '/knowledgebase?q=a%20b', 'http://acme.startuptools.localhost:3000/knowledgebase?q=a%20b'],
  ['ACME.older.example.org:8080', '/service/tickets/1', 'http://acme.startuptools.localhost:3000/service/tickets/1'],
  ['old.example', '/', 'http://startuptools.localhost:3000/'],
  ['app.old.example', '/auth/login', 'http://app.startuptools.localhost:3000/auth/login'],
  ['api.old.example', '/api/v1/viewer', 'http://api.startuptools.localhost:3000/api/v1/viewer'],
  ['files.old.example', '/logo/x', 'http://files.startuptools.localhost:3000/logo/x'],
  ['acme.old.example', '//evil.example/x', 'http://acme.startuptools.localhost:3000//evil.example/x'],
])('an address at %s%s leads to %s', async (host, url, location) => {
  moveFrom('old.example', 'older.example.org')
  const { statusCode, headers } = await get(host, url)
  expect([statusCode, headers.location]).toEqual([308, location])
  expect(headers['cache-control']).toBe('no-store')
})

test('what is sent to an old address goes along, other hosts lead nowhere, and health is told everywhere', async () => {
  moveFrom('old.example')
  expect(await get('app.old.example', '/api/v1/login', 'POST')).toMatchObject({ statusCode: 308 })
  const hosts = ['a.b.old.example', 'mail.old.example', 'notold.example', 'old.example.evil.example']
  const answers = await Promise.all(hosts.map((host) => get(host, '/')))
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
    hosts.map(() => [404, undefined]),
  )
  expect(await get('old.example', '/healthz')).toMatchObject({ statusCode: 200 })
})
