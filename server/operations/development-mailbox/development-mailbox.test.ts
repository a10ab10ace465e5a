import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { acme, app, mailsTo, platform, settings } from '#test/world.ts'
import { deliver } from './deliver.ts'

let count = 0

async function delivered(
  to: string,
  more: Partial<{ subject: string; html: string; cc: string; inReplyTo: string }> = {},
) {
  const messageId = `<box-${++count}@example.org>`
  const builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await builder.sendMail({
    from: 'Ada <ada@example.org>',
    to,
    subject: 'Hi',
    text: 'Words',
    messageId,
    ...more,
  })
  const mail = { envelope: { from: 'ada@example.org', to }, messageId, raw: message as Buffer }
  await deliver(platform.identity, mail)
  return mail
}

const ask = (
  url: string,
  options: { method?: 'GET' | 'POST' | 'DELETE'; headers?: Record<string, string>; payload?: string } = {},
) => app.inject({ url, ...options, headers: { host: settings.mailHost, ...options.headers } })

test('a program reads mails as on the wire, newest first', async () => {
  await delivered('reader@example.org', { subject: 'First' })
  await delivered('reader@example.org', { subject: 'Größe', cc: 'Bo <bo@example.org>', inReplyTo: '<1@x>' })
  const [second, first] = await mailsTo('READER@example.org')
  expect(first).toMatchObject({ subject: 'First', cc: '', inReplyTo: '', html: '' })
  expect(second).toMatchObject({
    subject: 'Größe',
    from: 'Ada <ada@example.org>',
    to: 'reader@example.org',
    cc: 'Bo <bo@example.org>',
    messageId: expect.stringMatching(/^<box-.*>$/),
    inReplyTo: '<1@x>',
    headers: { 'in-reply-to': '<1@x>' },
  })
  expect(second!.text.trim()).toBe('Words')
})

test('the same mail to the same person is one', async () => {
  const mail = await delivered('once@example.org')
  await deliver(platform.identity, mail)
  expect(await mailsTo('once@example.org')).toHaveLength(1)
})

test('a person reads the list, and a mail’s HTML in a frame where nothing runs', async () => {
  await delivered('person@example.org', { subject: '<b>Bold</b>', html: '<p>Hi</p><script>x()</script>' })
  const id = (await mailsTo('person@example.org'))[0]!.id
  const page = await ask(`/?id=${id}`)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('&lt;b&gt;Bold&lt;/b&gt;')
  expect(page.body).toContain(`src="/messages/${id}/html"`)
  const frame = await ask(`/messages/${id}/html`)
  expect(frame.body).toContain('<p>Hi</p>')
  expect(frame.headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox allow-popups;/)
})

test('a form elsewhere can neither empty it nor send a mail', async () => {
  const form = {
    method: 'POST' as const,
    payload: 'to=a@b.cd',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
  }
  expect((await ask('/emptying', form)).statusCode).toBe(403)
  expect((await ask('/letters', form)).statusCode).toBe(403)
})

test('other hosts know nothing of it', async () => {
  const hosts = [
    settings.rootDomain,
    settings.appHost,
    settings.apiHost,
    settings.filesHost,
    `${acme.domain}.${settings.rootDomain}`,
  ]
  const answers = await Promise.all(hosts.map((host) => app.inject({ url: '/messages', headers: { host } })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(hosts.map(() => 404))
})

test('it can be emptied', async () => {
  await delivered('gone@example.org')
  expect((await ask('/messages', { method: 'DELETE' })).statusCode).toBe(204)
  expect((await ask('/messages')).json()).toEqual([])
})
