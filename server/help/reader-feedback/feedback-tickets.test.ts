import { expect, test } from 'vitest'
import { closeFeedback, giveFeedback, listAllFeedback, openFeedbackTicket } from '#contract/knowledge-base/feedback.ts'
import { listMessages, writeMessage } from '#contract/tickets/messages.ts'
import { listTickets, showTicket, trashTicket } from '#contract/tickets/tickets.ts'
import { purgeTrash } from '#server/operations/upkeep/jobs.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import {
  acme,
  app,
  globex,
  mailsTo,
  newCustomer,
  newMember,
  owner,
  type Person,
  platform,
  runJobs,
  settings,
} from '#test/world.ts'

const asAdmin = as(acme.admin)

/** Gives feedback on a new article as an anonymous visitor. Returns the stored feedback. */
async function said(title: string, payload: object) {
  const { id, slug } = await newLiveArticle({ title })
  const { statusCode } = await app.inject({
    ...{ method: 'POST', url: giveFeedback.path.replace(':id', id), payload, remoteAddress: '198.51.100.7' },
    headers: { host: `${acme.domain}.${settings.rootDomain}`, 'user-agent': 'One' },
  })
  expect(statusCode).toBe(201)
  return { ...(await latest()), slug }
}
const latest = async () => (await asAdmin(listAllFeedback, { query: {} })).items[0]!
const open = (id: string, person: Person = acme.admin) => as(person)(openFeedbackTicket, { params: { id } })

test('a comment becomes a ticket of whoever left it, with the way to the article, and nobody is mailed', async () => {
  const comment = 'Which format is it?\nI need <b>CSV</b>.'
  const { id, slug, isAnswerable } = await said('Export hours', { helpful: false, comment, email: 'Ann@Export.test' })
  expect(isAnswerable).toBe(true)
  const ticket = await open(id)
  const shown = await asAdmin(showTicket, { params: ticket })
  expect(shown).toMatchObject({
    ...{ number: ticket.number, subject: 'Comment on “Export hours”', status: 'new', channel: 'other' },
    requester: { email: 'ann@export.test' },
  })
  const [message] = (await asAdmin(listMessages, { params: ticket, query: {} })).items
  const url = `${settings.workspaceOrigin(acme.domain)}/knowledgebase/article/${slug}`
  expect(message).toMatchObject({ author: { type: 'customer' } })
  expect(message?.bodyText).toBe(`${comment}\n\nWritten below “Export hours”: ${url}`)
  expect(message?.bodyHtml).toContain(`href="${url}"`)
  await runJobs({ laterSeconds: 60 })
  expect(await mailsTo('ann@export.test')).toEqual([])
  expect(await latest()).toMatchObject({ id, isOpen: false, closed: { by: 'Ada Test' }, ticket })

  await asAdmin(writeMessage, { params: ticket, body: { text: 'It is CSV.' } })
  await runJobs()
  expect(await mailsTo('ann@export.test')).toMatchObject([{ subject: 'Comment on “Export hours”' }])
})

test('a comment becomes one ticket, however often and at once it is asked for', async () => {
  const { id } = await said('Once', { helpful: true, comment: 'Thanks, but', email: 'once@export.test' })
  // Uses three admins, because calls of one session run one after the other.
  const admins = [acme.admin, await newMember(acme, 'Bea', 'AdminUser'), await newMember(acme, 'Cem', 'AdminUser')]
  const opened = await Promise.all(admins.map((admin) => open(id, admin)))
  await asAdmin(closeFeedback, { params: { id } })
  const again = await open(id)
  expect(new Set([...opened, again].map((ticket) => ticket.id)).size).toBe(1)
  const { items } = await asAdmin(listTickets, { query: { q: 'once@export.test' } })
  expect(items).toHaveLength(1)
})

test('a customer who was signed in is answered in their own name', async () => {
  const lena = await newCustomer(acme, 'Lena')
  const { id } = await newLiveArticle({ title: 'Signed in' })
  await as(lena)(giveFeedback, { params: { id }, body: { helpful: false, comment: 'Where is it?' } })
  const ticket = await open((await latest()).id)
  expect(await as(lena)(showTicket, { params: ticket })).toMatchObject({ requester: { id: lena.id } })
})

test('what has no words or no address cannot be answered', async () => {
  const wordless = await said('Without words', { helpful: false, email: 'ann@export.test' })
  const nameless = await said('Without an address', { helpful: false, comment: 'Wrong' })
  expect([wordless.isAnswerable, nameless.isAnswerable]).toEqual([false, false])
  const codes = [(await open(wordless.id)).code, (await open(nameless.id)).code]
  expect(codes).toEqual(['feedback-not-answerable', 'feedback-not-answerable'])
})

test('a ticket that is gone for good leaves the comment, of which another one can be made', async () => {
  const { id } = await said('Purged', { helpful: false, comment: 'Wrong', email: 'purged@export.test' })
  const first = await open(id)
  await asAdmin(trashTicket, { params: first })
  await owner.query(`update tickets set trashed_at = now() - interval '31 days' where id = $1`, [first.id])
  await inWorkspace(platform.app, acme.id, purgeTrash)
  expect(await latest()).toMatchObject({ id, ticket: null })
  expect((await open(id)).id).not.toBe(first.id)
})

test('a stranger, a member and a key without the scope make no ticket', async () => {
  const { id } = await said('Strangers', { helpful: false, comment: 'A secret', email: 'secret@export.test' })
  const key = { token: await newKey(acme, ['knowledge-base:read', 'knowledge-base:write']) } as Person
  const codes = await Promise.all(
    [globex.admin, acme.agent, acme.customer, key].map(async (person) => (await open(id, person)).code),
  )
  expect(codes).toEqual(['feedback-not-found', 'not-allowed', 'not-allowed', 'scope-missing'])
  expect((await latest()).ticket).toBeNull()
})
