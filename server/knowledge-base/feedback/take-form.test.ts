import { describe, expect, test } from 'vitest'
import { changeArticle, showArticle } from '#contract/knowledge-base/articles.ts'
import { listFeedback } from '#contract/knowledge-base/feedback.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, globex, type Person, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
type Sent = { person?: Person; site?: string; accept?: string; path?: string; referer?: string }

/** Sends feedback like the form on an article page. */
function send(
  article: { id: string; slug: string },
  form: Record<string, string>,
  { person, site = 'same-origin', accept = 'text/html', path = '/knowledgebase/article', referer }: Sent = {},
) {
  return app.inject({
    ...{ method: 'POST', url: encodeURI(`${path}/${article.slug}/feedback`), remoteAddress: '198.51.100.30' },
    headers: {
      ...{ host: `${acme.domain}.${settings.rootDomain}`, accept, 'sec-fetch-site': site },
      'content-type': 'application/x-www-form-urlencoded',
      ...(referer && { referer }),
      ...(person && { cookie: `access_token=${person.token}` }),
    },
    payload: new URLSearchParams({ article: article.id, ...form }).toString(),
  })
}
const saidOf = async (id: string) =>
  (await asAdmin(listFeedback, { params: { id }, query: {} })).items.map(({ helpful, comment, by }) => [
    helpful,
    comment,
    by.kind,
  ])

describe('the form of an article', () => {
  test('leads back to the page, which thanks, and then asks for words', async () => {
    const article = await newLiveArticle({ title: 'Größe wählen' })
    const back = `../${encodeURIComponent(article.slug)}`
    const voted = await send(article, { helpful: 'false' })
    expect([voted.statusCode, voted.headers.location]).toEqual([303, `${back}#feedback_no`])
    const wrote = await send(article, { helpful: 'false', comment: 'One\r\ntwo', email: '' })
    expect(wrote.headers.location).toBe(`${back}#feedback_thanks`)
    expect(await saidOf(article.id)).toEqual([[false, 'One\ntwo', 'visitor']])
  })

  test('keeps what was searched before, as the search kept it, from its page or from its script', async () => {
    const article = await newLiveArticle({ title: 'Found by words' })
    const searchedOf = async () =>
      (await asAdmin(listFeedback, { params: { id: article.id }, query: {} })).items.map(({ searched }) => searched)
    const page = `${settings.workspaceOrigin(acme.domain)}/knowledgebase/article/${article.slug}`
    await send(article, { helpful: 'false' }, { referer: `${page}?q=Night%20%20PAY` })
    await send(article, { helpful: 'false', comment: 'No' }, { referer: page })
    expect(await searchedOf()).toEqual(['night pay'])
    await send(article, { helpful: 'false', searched: `${'ﬁ'.repeat(300)}` }, { referer: `${page}?q=other` })
    expect(await searchedOf()).toEqual(['fi'.repeat(128)])
  })

  test('leaves the page as it is for everybody', async () => {
    const article = await newLiveArticle({ title: 'The same' })
    const read = () =>
      app.inject({
        url: `/knowledgebase/article/${article.slug}`,
        headers: { host: `${acme.domain}.${settings.rootDomain}` },
      })
    const before = await read()
    await send(article, { helpful: 'true' })
    const after = await read()
    expect([after.headers.etag, after.body]).toEqual([before.headers.etag, before.body])
    expect(before.body).toContain(`action="/knowledgebase/article/${article.slug}/feedback"`)
  })

  test('is not there where the article asks for nothing, and takes nothing', async () => {
    const article = await newLiveArticle({ title: 'Silent' })
    await asAdmin(changeArticle, { params: { id: article.id }, body: { takesFeedback: false } })
    const page = await app.inject({
      url: `/knowledgebase/article/${article.slug}`,
      headers: { host: `${acme.domain}.${settings.rootDomain}` },
    })
    expect(page.body).not.toContain('Was this helpful')
    expect((await send(article, { helpful: 'true' })).statusCode).toBe(409)
  })

  test('speaks for whoever is signed in here, and as anybody for who is signed in elsewhere', async () => {
    const article = await newLiveArticle({ title: 'Who speaks' })
    await send(article, { helpful: 'true' }, { person: acme.customer })
    expect((await send(article, { helpful: 'false' }, { person: globex.admin })).statusCode).toBe(303)
    expect(await saidOf(article.id)).toEqual([
      [false, '', 'visitor'],
      [true, '', 'customer'],
    ])
  })

  test('of another site or workspace says nothing in anybody’s name', async () => {
    const article = await newLiveArticle({ title: 'Forged' })
    for (const site of ['cross-site', 'same-site'])
      expect((await send(article, { helpful: 'true' }, { person: acme.customer, site })).statusCode).toBe(403)
    expect(await saidOf(article.id)).toEqual([])
  })

  test('that is wrong is answered with a sentence and the way back', async () => {
    const article = await newLiveArticle({ title: 'Wrong' })
    const page = await send(article, { helpful: 'true', comment: '', email: 'nobody' })
    expect([page.statusCode, page.body.includes('Enter an address like name@example.com')]).toEqual([400, true])
    const told = await send(article, { helpful: 'maybe' }, { accept: 'application/json' })
    expect([told.statusCode, told.json().fields.helpful]).toEqual([400, 'Send true or false'])
    expect((await send({ ...article, id: 'nothing' }, { helpful: 'true' })).statusCode).toBe(400)
  })

  test('in another language leads back within it', async () => {
    const article = await newLiveArticle({ title: 'Language' })
    const sent = await send(article, { helpful: 'true' }, { path: '/hr/knowledgebase/article' })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `../${article.slug}#feedback_yes`])
    expect((await asAdmin(showArticle, { params: { id: article.id }, query: {} })).helpful).toBe(1)
  })
})
