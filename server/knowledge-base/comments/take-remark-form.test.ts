import { describe, expect, test } from 'vitest'
import { listArticleComments } from '#contract/knowledge-base/comments.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, globex, newMember, type Person, settings } from '#test/world.ts'

type Sent = { person?: Person; site?: string; accept?: string }

function send(
  article: { id: string; slug: string },
  text: string,
  { person = acme.agent, site = 'same-origin', accept = 'text/html' }: Sent = {},
) {
  return app.inject({
    ...{ method: 'POST', url: `/knowledgebase/article/${article.slug}/remark` },
    headers: {
      ...{ host: `${acme.domain}.${settings.rootDomain}`, accept, 'sec-fetch-site': site },
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `access_token=${person.token}`,
    },
    payload: new URLSearchParams({ article: article.id, text, language: 'en' }).toString(),
  })
}

const read = ({ slug }: { slug: string }, person?: Person) =>
  app.inject({
    url: `/knowledgebase/article/${slug}`,
    headers: {
      host: `${acme.domain}.${settings.rootDomain}`,
      ...(person && { cookie: `access_token=${person.token}` }),
    },
  })

const saidOf = async (id: string) =>
  (await as(acme.admin)(listArticleComments, { params: { id }, query: {} })).items.map(({ text }) => text)

describe('the remark of a member, from the page of an article', () => {
  test('is taken, thanks, and stands among its comments', async () => {
    const article = await newLiveArticle({ title: 'Bulbs' })
    const sent = await send(article, 'It is\r\n40 W')
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `../${article.slug}#remark_thanks`])
    expect((await send(article, 'Again', { accept: 'application/json' })).statusCode).toBe(204)
    expect(await saidOf(article.id)).toEqual(['It is\n40 W', 'Again'])
  })

  test('stands on the page of the team alone', async () => {
    const article = await newLiveArticle({ title: 'Bulbs' })
    const pages = await Promise.all([undefined, acme.customer, acme.agent].map((person) => read(article, person)))
    expect(pages.map(({ body }) => body.includes(`/knowledgebase/article/${article.slug}/remark`))).toEqual([
      ...[false, false, true],
    ])
  })

  test('is refused with a sentence, and from elsewhere', async () => {
    const article = await newLiveArticle({ title: 'Bulbs' })
    const empty = await send(article, ' ')
    expect([empty.statusCode, empty.body]).toEqual([400, expect.stringContaining('Write what is wrong first.')])
    expect((await send(article, 'A', { site: 'cross-site' })).statusCode).toBe(403)
    expect((await send(article, 'A', { person: acme.customer })).statusCode).toBe(403)
    expect((await send(article, 'A', { person: globex.agent })).statusCode).toBe(403)
    expect(await saidOf(article.id)).toEqual([])
    expect((await send(article, 'A', { person: await newMember(acme, 'Nora') })).statusCode).toBe(303)
  })
})
