import { randomUUID } from 'node:crypto'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { beforeAll, describe, expect, test } from 'vitest'
import { listTickets } from '#contract/tickets/tickets.ts'
import { listenForMail } from '#server/tickets/inbound-mail/receive-mail.ts'
import { as } from '#test/ask.ts'
import { acme, app, mailsTo, platform, runJobs, settings } from '#test/world.ts'
import { deliver } from './deliver.ts'

const builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
const origin = `http://${settings.mailHost}`
const support = `support@${acme.domain}.${settings.inboundDomain}`
const evil = '<img src=x onerror="alert(1)">'

async function delivered(mail: SendMailOptions = {}): Promise<string> {
  const [to, messageId] = [`person-${randomUUID()}@inbox.example`, `<${randomUUID()}@inbox.example>`]
  const { message } = await builder.sendMail({
    from: 'Ada <ada@inbox.example>',
    to,
    subject: 'Hi',
    text: 'Words',
    messageId,
    ...mail,
  })
  await deliver(platform.identity, { envelope: { from: 'ada@inbox.example', to }, messageId, raw: message as Buffer })
  return (await mailsTo(to))[0]!.id
}

const see = async (url: string) => app.inject({ url, headers: { host: settings.mailHost } })
const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = { origin }) =>
  app.inject({
    method: 'POST',
    url,
    headers: { host: settings.mailHost, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

describe('the inbox', () => {
  test('shows a mail as HTML, as text and as it came, whichever is asked for', async () => {
    const id = await delivered({ text: 'Plain words', html: '<p>Rich words</p>' })
    const [first, text, source, odd] = await Promise.all([
      see(`/?id=${id}`),
      see(`/?id=${id}&view=text`),
      see(`/?id=${id}&view=source`),
      see(`/?id=${id}&view=odd`),
    ])
    expect(first.body).toContain(`src="/messages/${id}/html"`)
    expect(text.body).toContain('<pre>Plain words')
    expect(source.body).toMatch(/<pre>Return-Path: &lt;ada@inbox\.example&gt;\s+From: Ada &lt;ada@inbox\.example&gt;/)
    expect(odd.body).toContain(`src="/messages/${id}/html"`)
  })

  test('shows a mail without HTML as text, and frames nothing of it', async () => {
    const id = await delivered({ text: 'Only words' })
    expect((await see(`/?id=${id}`)).body).toContain('<pre>Only words')
    expect((await see(`/messages/${id}/html`)).statusCode).toBe(404)
  })

  test('says which mail is open, in the list that it asks for again, too', async () => {
    const id = await delivered()
    const open = `<a href="/?id=${id}" aria-current="true">`
    expect((await see(`/?id=${id}`)).body).toContain(open)
    expect((await see(`/list?id=${id}`)).body).toContain(open)
    expect((await see('/list')).body).not.toContain('aria-current')
  })

  test('writes nothing as markup that came in a mail or an address', async () => {
    const id = await delivered({
      from: `"${evil.replaceAll('"', '')}" <ada@inbox.example>`,
      subject: evil,
      text: evil,
      cc: '"<b>" <b@c.de>',
    })
    const pages = await Promise.all(
      [
        `/?id=${id}&view=text`,
        `/?id=${id}&view=source`,
        '/list',
        `/?notice=${encodeURIComponent(evil)}`,
        `/?write=1&to=${encodeURIComponent(`"${evil}`)}`,
      ].map(see),
    )
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(pages.map(({ body }) => body).join('')).not.toMatch(/<img|<b@|<b>&quot;/)
    expect(pages[3]!.body).toContain('&lt;img src=x')
  })

  test.each(['nothing', '', "' or 1=1", '01890000-0000-7000-8000-000000000000', '%00'])(
    'opens no mail for the id %j',
    async (id) => {
      const page = await see(`/?id=${encodeURIComponent(id)}`)
      expect(page.statusCode).toBe(200)
      expect(page.body).not.toContain('<iframe')
      expect((await see(`/messages/${encodeURIComponent(id)}/html`)).statusCode).toBe(404)
    },
  )

  test('runs its own script alone, and is framed by nobody', async () => {
    const page = await see('/')
    const policy = String(page.headers['content-security-policy'])
    const nonce = /<style nonce="([^"]+)">/.exec(page.body)![1]
    expect(policy).toContain(`style-src 'nonce-${nonce}'`)
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';.*frame-ancestors 'none'/)
    expect([page.headers['x-frame-options'], page.headers['cache-control']]).toEqual(['DENY', 'no-store'])
    expect((await see('/inbox.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await see('/')).body).not.toContain(nonce)
  })
})

describe('the HTML of a mail', () => {
  test('has the pictures that came with it, and keeps the names of others', async () => {
    const id = await delivered({
      html: '<img src="cid:own@x"><img src="cid:other@x"><img src="https://tracker.example/1.gif">',
      attachments: [{ filename: 'dot.gif', cid: 'own@x', content: Buffer.from('GIF89a'), contentType: 'image/gif' }],
    })
    const { body } = await see(`/messages/${id}/html`)
    expect(body).toContain(`<img src="data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}">`)
    expect(body).toContain('<img src="cid:other@x">')
  })

  test('is framed by the inbox alone, in a box that runs and loads nothing', async () => {
    const { headers } = await see(`/messages/${await delivered({ html: '<p>Hi</p><script>x()</script>' })}/html`)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; img-src data:;")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  })
})

describe('a letter to a workspace', () => {
  beforeAll(async () => {
    const listener = await listenForMail({ ...platform, settings: { ...settings, inboundSmtpPort: 0 } })
    ;(settings as { inboundSmtpPort: number }).inboundSmtpPort = listener.port
    return () => listener.close()
  })

  test('opens a ticket as a mail from anywhere would', async () => {
    const subject = `Letter ${randomUUID()}`
    const letter = { to: support, from: 'walter@letters.example', subject, text: 'Hello' }
    const answer = await send('/letters', letter)
    expect(answer.statusCode).toBe(303)
    expect(new URL(answer.headers.location!, origin).searchParams.get('to')).toBe(letter.to)
    await runJobs()
    const { items } = await as(acme.agent)(listTickets, { query: { q: subject } })
    expect(items).toMatchObject([{ subject }])
  })

  test.each([
    { to: `support@nobody-here.${settings.inboundDomain}`, from: 'walter@letters.example' },
    { to: 'somebody@elsewhere.example', from: 'walter@letters.example' },
    { to: '', from: '' },
  ])('that nobody takes comes back with a reason: %j', async (addresses) => {
    const answer = await send('/letters', { ...addresses, subject: 'No', text: 'No' })
    expect(answer.statusCode).toBe(303)
    const notice = await see(answer.headers.location!)
    expect(notice.body).toContain('<p class="notice" role="status">')
  })

  test('names no file or address of this machine to be read', async () => {
    const letter = { to: support, from: 'walter@letters.example', subject: 'Files', text: '/etc/hostname' }
    await send('/letters', { ...letter, 'text[path]': '/etc/hostname', attachments: '/etc/hostname' })
    await runJobs()
    const { items } = await as(acme.agent)(listTickets, { query: { q: 'etc hostname' } })
    expect(items).toHaveLength(1)
  })
})

test('the inbox is emptied by its own form alone', async () => {
  const id = await delivered()
  const refused = await Promise.all(
    [
      {},
      { origin: 'null' },
      { origin: `http://${acme.domain}.startuptools.localhost` },
      { 'sec-fetch-site': 'same-site' },
    ].map((headers) => send('/emptying', {}, headers as Record<string, string>)),
  )
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  expect((await see('/list')).body).toContain(id)
  const emptied = await send('/emptying', {})
  expect([emptied.statusCode, emptied.headers.location]).toEqual([303, '/'])
  expect((await see('/list')).body).toBe('<ol></ol>')
})
