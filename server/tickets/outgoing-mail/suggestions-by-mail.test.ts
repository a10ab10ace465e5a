import { beforeAll, expect, test } from 'vitest'
import { beginDeflection, changeDeflection } from '#contract/help/deflections.ts'
import { changeKnowledgeBaseSettings } from '#contract/knowledge-base/categories.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { as } from '#test/ask.ts'
import { mailIn, supportOf, vouchedFor } from '#test/mail-in.ts'
import { newMessageId, newSender } from '#test/mailed-ticket.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { mailsTo, makeWorkspace, newCustomer, runJobs, type World } from '#test/world.ts'

let world: World
let refund: { id: string }
const asked = { subject: 'Refund of my order', text: 'I wait for the refund of my order.' }
const text = paragraphs('A refund of an order takes five days.')

beforeAll(async () => {
  world = await makeWorkspace('refunding', 'Refunding', ['Ria', 'Rob', 'Ron', 'Rut'])
  refund = await newLiveArticle({ title: 'Refund an order', document: text }, world.admin)
  await newLiveArticle({ title: 'Refund again', document: text }, world.admin)
  for (const visibility of ['customers', 'team', 'unlisted'] as const)
    await newLiveArticle({ title: `Refund for ${visibility}`, document: text, visibility }, world.admin)
  await newArticle({ title: 'Refund, a draft', document: text }, world.admin)
  const other = await makeWorkspace('elsewhere', 'Elsewhere', ['Eva', 'Eli', 'Ede', 'Enn'])
  await newLiveArticle({ title: 'Refund elsewhere', document: text }, other.admin)
})

/** Returns the articles that the acknowledgement to this address names. */
async function namedTo(address: string): Promise<{ title: string; url: string }[]> {
  await runJobs()
  const [mail] = await mailsTo(address)
  return JSON.parse(mail!.text).articles
}
const titlesTo = async (address: string) => (await namedTo(address)).map(({ title }) => title).sort()

async function askAs(written: object = {}) {
  const customer = await newCustomer(world, 'Petra')
  await as(customer)(createTicket, { body: { ...asked, ...written } })
  return customer.email
}

async function askByMail(headers: (from: string) => Record<string, string>) {
  const from = newSender()
  const messageId = newMessageId()
  await mailIn({ from, to: supportOf(world), ...asked, messageId, headers: headers(from) })
  return from
}

test('who asks is told what may answer it, as everybody may read it', async () => {
  const named = await namedTo(await askAs())
  expect(named.map(({ title }) => title).sort()).toEqual(['Refund again', 'Refund an order'])
  expect(named.map(({ url }) => new URL(url).pathname)).toContain('/knowledgebase/article/refund-an-order')
})

test('of what fits nothing, nothing is said', async () => {
  expect(await titlesTo(await askAs({ subject: 'Zebras', text: 'Stripes everywhere' }))).toEqual([])
})

test('whose mail is not proven to be theirs learns by no article what was asked in their name', async () => {
  expect(await titlesTo(await askByMail(() => ({})))).toEqual([])
  expect(await titlesTo(await askByMail(vouchedFor))).toEqual(['Refund again', 'Refund an order'])
})

test('what they read before they sent it is not named to them again', async () => {
  const customer = await newCustomer(world, 'Rita')
  const shown = [refund.id]
  const { id } = await as(customer)(beginDeflection, { body: { shown } })
  await as(customer)(changeDeflection, { params: { id }, body: { shown, opened: shown } })
  await as(customer)(createTicket, { body: { ...asked, deflection: id } })
  expect(await titlesTo(customer.email)).toEqual(['Refund again'])
})

test('an admin switches it off, and closes it with the knowledge base', async () => {
  const set = (body: object) => as(world.admin)(changeKnowledgeBaseSettings, { body })
  expect(await set({ suggestsByMail: false })).toMatchObject({ suggestsByMail: false })
  expect(await titlesTo(await askAs())).toEqual([])
  await set({ suggestsByMail: true, isOpen: false })
  expect(await titlesTo(await askAs())).toEqual([])
  await set({ isOpen: true })
  expect(await titlesTo(await askAs())).toHaveLength(2)
})
