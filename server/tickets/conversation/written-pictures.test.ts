import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, app, globex, mailsTo, type Person, runJobs } from '#test/world.ts'

const { agent, customer } = acme

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const data = `data:image/png;base64,${png.toString('base64')}`
const picture = { name: 'chart.png', type: 'image/png', bytes: png }

async function write(html: string, { person = agent as Person, attachments = [] as string[] } = {}) {
  const { id } = await newTicket(acme)
  return as(person)(writeMessage, { params: { id }, body: { html, attachments } })
}
const open = async (url: string) => {
  const { host, pathname } = new URL(url)
  return app.inject({ url: pathname, headers: { host } })
}

describe('a picture in the HTML of a message', () => {
  test('that brings its bytes along becomes an inline file', async () => {
    const { bodyHtml, bodyText, attachments } = await write(`<p>See</p><p><img src="${data}" alt="the chart"></p>`)
    expect(attachments).toMatchObject([{ name: 'picture.png', mime: 'image/png', bytes: png.length, inline: true }])
    expect(bodyText).toContain('[the chart]')
    const [, url] = /src="([^"]+)"/.exec(bodyHtml)!
    expect((await open(url!)).headers['content-type']).toBe('image/png')
  })

  test('that is named by cid: is the upload of that id, once, whether it is attached or not', async () => {
    const { id } = await uploaded(agent, picture)
    const { bodyHtml, attachments } = await write(`<p><img src="cid:${id}"><img src="CID:${id.toUpperCase()}"></p>`, {
      attachments: [id],
    })
    expect(attachments).toMatchObject([{ id, inline: true }])
    expect(bodyHtml.match(/src="http/g)).toHaveLength(2)
  })

  test('is part of the mail', async () => {
    const { id } = await newTicket(acme)
    await as(agent)(writeMessage, {
      params: { id },
      body: { html: `<p>Here <img src="${data}"></p>`, sendAt: undefined },
    })
    await runJobs()
    const mails = await mailsTo(customer.email)
    expect(JSON.stringify(mails.map(({ text }) => text))).toMatch(/cid:[\w.@-]+/)
  })

  test('is in a new ticket and in what a customer writes, too', async () => {
    const ticket = await as(customer)(createTicket, {
      body: { subject: 'Picture', html: `<p>Look <img src="${data}"></p>` },
    })
    const { items } = await as(agent)(listMessages, { params: { id: ticket.id }, query: {} })
    expect(items[0]!.attachments).toMatchObject([{ mime: 'image/png', inline: true }])
  })

  test('is a message by itself', async () => {
    expect(await write(`<img src="${data}">`)).toMatchObject({ attachments: [{ inline: true }] })
  })

  test.each([
    ['an upload without an id', 'cid:logo'],
    ['another kind of picture', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['no Base64', 'data:image/png,abc'],
    ['no picture', 'data:text/html;base64,PHA+'],
  ])('is refused with what would be right: %s', async (_, source) => {
    expect(await write(`<p>See <img src="${source}"></p>`)).toMatchObject({
      ...{ status: 400, code: 'invalid' },
      fields: { html: expect.stringMatching(/cid: and (the|its) id/) },
    })
  })

  test('is nobody else’s upload', async () => {
    for (const other of [acme.admin, customer, globex.agent]) {
      const { id } = await uploaded(other, picture)
      expect(await write(`<p>Mine <img src="cid:${id}"></p>`)).toMatchObject({ status: 404, code: 'file-not-found' })
    }
  })

  test('counts as a file: at most twenty go with a message', async () => {
    expect(await write(`<img src="${data}">`.repeat(21))).toMatchObject({ status: 413, code: 'too-many-files' })
    const { id } = await uploaded(agent, textFile())
    expect(await write(`<img src="${data}">`.repeat(20), { attachments: [id] })).toMatchObject({ status: 413 })
  })

  test('of another server becomes its words', async () => {
    const { bodyHtml, attachments } = await write(
      '<p>See <img src="https://elsewhere.example/a.png" alt="a chart"></p>',
    )
    expect([bodyHtml, attachments]).toEqual([expect.stringContaining('[a chart]'), []])
  })
})
