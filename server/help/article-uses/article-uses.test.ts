import { expect, test } from 'vitest'
import { listTicketArticles, listUses, showPassage } from '#contract/help/article-uses.ts'
import {
  archiveArticle,
  changeArticle,
  deleteArticle,
  type EditedArticle,
  publishArticle,
} from '#contract/knowledge-base/articles.ts'
import { searchArticles, suggestArticles } from '#contract/knowledge-base/search.ts'
import { redactMessage, writeMessage } from '#contract/tickets/messages.ts'
import { trashTicket } from '#contract/tickets/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, newCustomer, runJobs } from '#test/world.ts'

const asAdmin = as(acme.admin)
const asAgent = as(acme.agent)

const heading = (text: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const oven = (heat: string, cool = 'Wait an hour.') => ({
  type: 'doc',
  content: [paragraph('Ovens are hot.'), heading('Heat it'), paragraph(heat), heading('Let it cool'), paragraph(cool)],
})

const asked = async (name: string) => newTicket({ ...acme, customer: await newCustomer(acme, name) })
const reply = async (ticketId: string, ...hrefs: string[]) => {
  const html = hrefs.map((href) => `<p>See <a href="${href}">there</a></p>`).join('')
  const message = await asAgent(writeMessage, { params: { id: ticketId }, body: { html } })
  await runJobs()
  return message
}
const usesOf = (id: string, query: { isOlder?: 'true'; limit?: number; cursor?: string } = {}) =>
  asAdmin(listUses, { params: { id }, query })
const change = async ({ id }: Pick<EditedArticle, 'id'>, body: object) => {
  await asAdmin(changeArticle, { params: { id }, body })
  await asAdmin(publishArticle, { params: { id }, body: {} })
  await runJobs()
}

test('of replies that lead to a section, those are told after which it was changed, and not those after which something else was', async () => {
  const article = await newLiveArticle({ title: 'Ovens', document: oven('To 200 degrees.') })
  const [ida, ivo] = [await asked('Ida'), await asked('Ivo')]
  const { id: messageId } = await reply(ida.id, `${article.url}#heat-it`, `${article.url}#heat-it`)
  await reply(ivo.id, `${article.url}#let-it-cool`)
  expect(await usesOf(article.id)).toMatchObject({
    items: [
      { ticket: { id: ivo.id }, customer: { name: 'Ivo' }, anchor: 'let-it-cool', isOlder: false },
      { ticket: { id: ida.id }, customer: { name: 'Ida' }, anchor: 'heat-it', isOlder: false, messageId },
    ],
    counts: { replies: 2, customers: 2, olderCustomers: 0 },
  })
  await change(article, { document: oven('To 180 degrees.') })
  const { items, counts } = await usesOf(article.id, { isOlder: 'true' })
  expect(items.map(({ customer }) => customer.name)).toEqual(['Ida'])
  expect(counts).toEqual({ replies: 2, customers: 2, olderCustomers: 1 })
  // A new reply links to the current text, so only the earlier reply counts as older.
  await reply(ida.id, `${article.url}#heat-it`)
  expect((await usesOf(article.id)).items.map(({ isOlder }) => isOlder)).toEqual([false, false, true])
  await change(article, { document: oven('To 200 degrees.') })
  expect((await usesOf(article.id)).counts.olderCustomers).toBe(1)
  expect((await usesOf(article.id, { isOlder: 'true' })).items.map(({ ticket }) => ticket.id)).toEqual([ida.id])
})

test('a reply leads to an article by an address that it had before, and to the whole where there is no such section', async () => {
  const article = await newLiveArticle({ title: 'Kettles', slug: 'kettles' })
  const old = article.url
  await change(article, { slug: 'pots' })
  const { id } = await asked('Old')
  await reply(id, `${old}#never`)
  const { items } = await usesOf(article.id)
  expect(items).toMatchObject([{ anchor: null, isOlder: false }])
  await change(article, { title: 'Pots', excerpt: 'Of pots' })
  expect((await usesOf(article.id)).counts.olderCustomers).toBe(0)
  await change(article, { document: oven('New') })
  expect((await usesOf(article.id)).counts.olderCustomers).toBe(1)
})

test('what does not lead a customer to an article counts for nothing', async () => {
  const [draft, ours, live] = await Promise.all([
    newArticle({ title: 'A draft of lids' }),
    newLiveArticle({ title: 'Lids for us', visibility: 'team' }),
    newLiveArticle({ title: 'Lids' }),
  ])
  const { id } = await asked('Lee')
  const elsewhere = 'https://else.example/knowledgebase/article/lids'
  await reply(id, draft.url, ours.url, elsewhere, 'mailto:a@b.example', live.url.replace(/[^/]+$/, '%E0%A4%A'))
  await as(acme.agent)(writeMessage, { params: { id }, body: { kind: 'note', html: `<a href="${live.url}">lids</a>` } })
  await runJobs()
  for (const article of [draft, ours, live]) expect((await usesOf(article.id)).items).toEqual([])
})

test('a reply that is redacted and a ticket in the trash are told of no more', async () => {
  const article = await newLiveArticle({ title: 'Spoons' })
  const [one, other] = [await asked('One'), await asked('Other')]
  const message = await reply(one.id, article.url)
  await reply(other.id, article.url)
  await asAdmin(redactMessage, { params: { id: one.id, messageId: message.id } })
  expect((await usesOf(article.id)).items.map(({ ticket }) => ticket.id)).toEqual([other.id])
  await asAgent(trashTicket, { params: { id: other.id } })
  expect(await usesOf(article.id)).toMatchObject({ items: [], counts: { replies: 0, customers: 0, olderCustomers: 0 } })
})

test('many replies are told page by page', async () => {
  const article = await newLiveArticle({ title: 'Forks' })
  const { id } = await asked('Many')
  for (let count = 0; count < 3; count++) await reply(id, article.url)
  const first = await usesOf(article.id, { limit: 2 })
  const second = await usesOf(article.id, { limit: 2, cursor: first.next! })
  expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null])
  expect(new Set([...first.items, ...second.items].map((use) => use.id)).size).toBe(3)
})

test('beside a ticket stand the articles that its replies lead to, and those that fit its request', async () => {
  const fits = await newLiveArticle({ title: 'Descale the samovar', document: oven('Use vinegar in the samovar.') })
  const ours = await newLiveArticle({ title: 'Samovar repairs in house', visibility: 'team' })
  const customer = await newCustomer(acme, 'Sam')
  const { id } = await newTicket({ ...acme, customer }, { subject: 'How do I descale my samovar?' })
  await reply(id, `${fits.url}#heat-it`)
  const { used, fitting } = await asAgent(listTicketArticles, { params: { id }, query: {} })
  expect(used).toMatchObject([{ article: { id: fits.id, title: 'Descale the samovar' }, anchor: 'heat-it' }])
  expect(fitting.map((one) => one.id)).toContain(fits.id)
  expect(fitting.map((one) => one.id)).not.toContain(ours.id)
  await asAdmin(archiveArticle, { params: { id: fits.id }, body: {} })
  expect((await asAgent(listTicketArticles, { params: { id }, query: {} })).used).toEqual([])
})

test('a section is read as customers have it, whatever its draft says', async () => {
  const other = await newLiveArticle({ title: 'Mitts', slug: 'mitts' })
  const link = {
    type: 'text',
    text: 'mitts',
    marks: [{ type: 'link', attrs: { reference: { kind: 'article', id: other.id } } }],
  }
  const { content } = oven('To 200 degrees.')
  const linked = [heading('Mitts'), { type: 'paragraph', content: [link] }]
  const document = { type: 'doc', content: [...content, ...linked] }
  const article = await newLiveArticle({ title: 'Grills', document })
  await asAdmin(changeArticle, { params: { id: article.id }, body: { document: oven('A secret of the draft.') } })
  const read = (anchor?: string) =>
    asAgent(showPassage, { params: { id: article.id }, query: anchor ? { anchor } : {} })
  expect(await read('heat-it')).toEqual({
    ...{ title: 'Grills', heading: 'Heat it', language: 'en', html: '<p>To 200 degrees.</p>' },
    url: `${article.url}#heat-it`,
  })
  expect((await read('mitts')).html).toBe(`<p><a href="${other.url}">mitts</a></p>`)
  const whole = await read()
  expect([whole.heading, whole.url, whole.html.includes('Let it cool')]).toEqual([null, article.url, true])
  expect(await read('never')).toMatchObject({ code: 'section-not-found' })
})

test('nothing of drafts, of the trash or of the team is put into a reply, whoever asks', async () => {
  const hidden = [
    await newArticle({ title: 'Zwieback in a draft' }),
    await newLiveArticle({ title: 'Zwieback for us', visibility: 'team' }),
    await newLiveArticle({ title: 'Zwieback in the trash' }),
  ]
  await asAdmin(deleteArticle, { params: { id: hidden[2]!.id } })
  const shown = await newLiveArticle({ title: 'Zwieback for customers', visibility: 'customers' })
  for (const person of [acme.admin, acme.agent])
    for (const { id } of hidden)
      expect(await as(person)(showPassage, { params: { id }, query: {} })).toMatchObject({ code: 'article-not-found' })
  const find = async (person: typeof acme.agent) =>
    (await as(person)(searchArticles, { query: { q: 'zwieback', audience: 'customers' } })).items.map(({ id }) => id)
  expect(await find(acme.admin)).toEqual([shown.id])
  expect(await find(acme.customer)).toEqual([shown.id])
  const visitor = await ask(null, searchArticles, {
    query: { q: 'zwieback', audience: 'customers', domain: acme.domain },
  })
  expect(visitor.json().items).toEqual([])
  expect((await as(acme.agent)(suggestArticles, { body: { text: 'zwieback' } })).items).toHaveLength(2)
})

test('who was led where is for admins, and what is beside a ticket for its team', async () => {
  const article = await newLiveArticle({ title: 'Walls' })
  const { id } = await asked('Wally')
  const ofUses = await Promise.all(
    [acme.agent, acme.customer, null, globex.admin].map((person) =>
      ask(person, listUses, { params: { id: article.id }, query: {} }),
    ),
  )
  expect(ofUses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401, 404])
  const ofTicket = await Promise.all(
    [acme.customer, null, globex.agent].map((person) => ask(person, listTicketArticles, { params: { id }, query: {} })),
  )
  expect(ofTicket.map(({ statusCode }) => statusCode)).toEqual([403, 401, 404])
  const ofPassage = await Promise.all(
    [acme.customer, null, globex.agent].map((person) =>
      ask(person, showPassage, { params: { id: article.id }, query: {} }),
    ),
  )
  expect(ofPassage.map(({ statusCode }) => statusCode)).toEqual([403, 401, 404])
})
