import { describe, expect, test } from 'vitest'
import {
  changeArticle,
  deleteArticle,
  type EditedArticle,
  publishArticle,
  untrashArticle,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeKnowledgeBaseSettings, changeLanguages, createCategory } from '#contract/knowledge-base/categories.ts'
import { createPreviewLink, listPreviewLinks } from '#contract/knowledge-base/preview-links.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { uploaded } from '#test/upload.ts'
import { acme, app, globex, owner, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const visit = (url: string, headers: Record<string, string> = {}) => {
  const { host, pathname } = new URL(url)
  return app.inject({ url: pathname, headers: { host, ...headers } })
}
const linkTo = async (id: string, language?: string) =>
  (await asAdmin(createPreviewLink, { params: { id }, body: { language } })).url
const statusOf = async (url: string) => (await visit(url)).statusCode
const never = () => `${settings.workspaceOrigin(acme.domain)}/knowledgebase/preview/never`

describe('whoever has the link', () => {
  test('reads the draft as it is now, and not what is live', async () => {
    const { id } = await newLiveArticle({ title: 'As it is', document: paragraphs('Live words') })
    const url = await linkTo(id)
    await asAdmin(changeArticle, { params: { id }, body: { title: 'As it will be', document: paragraphs('Drafted') } })
    const page = await visit(url)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<h1 class="article-title wrap-anywhere">As it will be</h1>')
    expect(page.body).toContain('<p>Drafted</p>')
    expect(page.body).not.toContain('Live words')
  })

  test('leaves no trace of it anywhere', async () => {
    const { id } = await newArticle({ title: 'Not yet said' })
    const { headers, body } = await visit(await linkTo(id), { cookie: `refresh_token=${acme.agent.refreshToken}` })
    expect(headers).toMatchObject({
      ...{
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'x-frame-options': 'SAMEORIGIN',
      },
      'content-security-policy': expect.stringMatching(/default-src 'none';.*; frame-ancestors 'self';/),
    })
    expect([headers['set-cookie'], headers.etag]).toEqual([undefined, undefined])
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).not.toMatch(/rel="canonical"|ld\+json|og:url/)
  })

  test('sees its pictures, which nobody else does', async () => {
    const bytes = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    const { id: file } = await uploaded(acme.admin, { name: 'a.png', type: 'image/png', bytes })
    const document = { type: 'doc', content: [{ type: 'picture', attrs: { file, alt: 'A dot' } }] }
    const { id } = await newArticle({ title: 'With a dot', document })
    const { body } = await visit(await linkTo(id))
    const [, src] = /<img src="([^"]+)" alt="A dot"/.exec(body) ?? []
    expect(await statusOf(src!)).toBe(200)
    expect(await statusOf(`${settings.workspaceOrigin(acme.domain)}/knowledgebase/files/${file}-480.webp`)).toBe(404)
  })

  test('reads the language that it is for', async () => {
    await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
    const { id } = await newArticle({ title: 'In English' })
    const body = { title: 'Na hrvatskom' }
    await asAdmin(writeTranslation, { params: { id, language: 'hr' }, body })
    const [english, croatian] = [await linkTo(id), await linkTo(id, 'hr')]
    expect((await visit(english)).body).toContain('In English')
    const page = await visit(croatian)
    expect(page.body).toContain('Na hrvatskom')
    expect(page.body).toContain('lang="hr"')
    expect((await asAdmin(listPreviewLinks, { params: { id } })).items.map(({ url }) => url)).toEqual([
      english,
      croatian,
    ])
  })
})

test('a link shows that draft alone: nothing else that is not for everybody', async () => {
  const ours = await asAdmin(createCategory, { body: { name: 'Canary of a category', visibility: 'team' } })
  const inOurs = { category: ours.id, labels: ['told'] }
  const secret = await newLiveArticle({ title: 'Canary of the team', ...inOurs, document: paragraphs('canary words') })
  await newLiveArticle({ title: 'Canary of customers', visibility: 'customers', labels: ['told'] })
  const other = await newArticle({ title: 'Canary of a draft', labels: ['told'] })
  const reference = (id: string) => ({ reference: { kind: 'article', id } })
  const link = (id: string) => ({ type: 'text', text: 'there', marks: [{ type: 'link', attrs: reference(id) }] })
  const document = {
    type: 'doc',
    content: [
      { type: 'include', attrs: reference(secret.id) },
      { type: 'include', attrs: reference(other.id) },
      { type: 'categoryList', attrs: { reference: { kind: 'category', id: ours.id } } },
      { type: 'paragraph', content: [link(secret.id), link(other.id)] },
    ],
  }
  const { id } = await newArticle({ title: 'What is shown', ...inOurs, document })
  const { statusCode, body } = await visit(await linkTo(id))
  expect([statusCode, /canary/i.exec(body)]).toEqual([200, null])
})

describe('a link is for one audience', () => {
  const reference = (id: string) => ({ reference: { kind: 'article', id } })
  const link = (id: string) => ({ type: 'text', text: 'there', marks: [{ type: 'link', attrs: reference(id) }] })

  test('and shows, around the draft, what that audience may read and nothing more', async () => {
    const [team, customers] = [
      await newLiveArticle({ title: 'Kestrel of the team', visibility: 'team', document: paragraphs('team words') }),
      await newLiveArticle({
        title: 'Kestrel of customers',
        visibility: 'customers',
        document: paragraphs('paid words'),
      }),
    ]
    const ours = await asAdmin(createCategory, { body: { name: 'Kestrel topic', visibility: 'team' } })
    await newLiveArticle({ title: 'Kestrel in a list', category: ours.id })
    const document = {
      type: 'doc',
      content: [
        { type: 'include', attrs: reference(team.id) },
        { type: 'include', attrs: reference(customers.id) },
        { type: 'categoryList', attrs: { reference: { kind: 'category', id: ours.id } } },
        { type: 'paragraph', content: [link(team.id), link(customers.id)] },
      ],
    }
    const { id } = await newArticle({ title: 'Seen by three', related: [team.id, customers.id], document })
    const canaries = ['team words', 'paid words', 'kestrel-of-the-team', 'kestrel-of-customers', 'Kestrel in a list']
    const seenBy = async (audience: 'public' | 'customers' | 'team') => {
      const { url } = await asAdmin(createPreviewLink, { params: { id }, body: { audience } })
      const { body } = await visit(url)
      expect(body).toContain('Seen by three')
      return canaries.filter((canary) => body.includes(canary))
    }
    expect(await seenBy('public')).toEqual([])
    expect(await seenBy('customers')).toEqual(['paid words', 'kestrel-of-customers'])
    expect(await seenBy('team')).toEqual(canaries)
  })

  test('and stays open beside those for the others; whether they may read it is told', async () => {
    const { id } = await newArticle({ title: 'For customers', visibility: 'customers' })
    const make = (audience: 'public' | 'customers' | 'team') =>
      asAdmin(createPreviewLink, { params: { id }, body: { audience } })
    const [anonymous, customers, team] = [await make('public'), await make('customers'), await make('team')]
    expect([anonymous.isForThem, customers.isForThem, team.isForThem]).toEqual([false, true, true])
    const again = await make('team')
    expect(await Promise.all([anonymous, customers, team, again].map(({ url }) => statusOf(url)))).toEqual([
      200, 200, 404, 200,
    ])
    const { items } = await asAdmin(listPreviewLinks, { params: { id } })
    expect(items).toEqual([customers, anonymous, again])
  })

  test('and gives nobody what only somebody who is signed in may do', async () => {
    const { id } = await newArticle({ title: 'Only to look at' })
    const { url } = await asAdmin(createPreviewLink, { params: { id }, body: { audience: 'team' } })
    const { body } = await visit(url)
    expect(body).not.toMatch(/articles\/edit|data-feedback|copy-markdown/)
  })
})

describe('a link ends', () => {
  test('with a new one of its language, and with its article, for good', async () => {
    const { id } = await newArticle({ title: 'Shared twice' })
    const [first, second] = [await linkTo(id), await linkTo(id)]
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    await asAdmin(deleteArticle, { params: { id } })
    expect(await statusOf(second)).toBe(404)
    await asAdmin(untrashArticle, { params: { id } })
    expect(await statusOf(second)).toBe(404)
  })

  test('after seven days', async () => {
    const { id } = await newArticle({ title: 'Shared for a week' })
    const { url, expiresAt } = await asAdmin(createPreviewLink, { params: { id }, body: {} })
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(7)
    await owner.query('update preview_links set expires_at = now() where article_id = $1', [id])
    expect(await statusOf(url)).toBe(404)
    expect((await asAdmin(listPreviewLinks, { params: { id } })).items).toEqual([])
  })

  test('for nobody by being closed to readers: an admin gave it', async () => {
    const { id } = await newArticle({ title: 'Before we open' })
    const url = await linkTo(id)
    await asAdmin(changeKnowledgeBaseSettings, { body: { isOpen: false } })
    expect(await statusOf(url)).toBe(200)
    await asAdmin(changeKnowledgeBaseSettings, { body: { isOpen: true } })
  })
})

test('nobody makes a link of what they know', async () => {
  const { id } = await newArticle({ title: 'Well kept' })
  const url = await linkTo(id)
  const [, named] = /preview\/([^.]+)\./.exec(url) ?? []
  const theirs = await newArticle({ title: 'Of another' }, globex.admin)
  const other = await as(globex.admin)(createPreviewLink, { params: { id: theirs.id }, body: {} })
  const signed = other.url.split('.').at(-1)
  const base = url.slice(0, url.lastIndexOf('/'))
  const tried = [named, `${named}.`, `${named}.${signed}`, id, url.replace(acme.domain, globex.domain)]
  const pages = await Promise.all(
    tried.map((one) => visit(String(one).startsWith('http') ? String(one) : `${base}/${one}`)),
  )
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  expect(pages[0]!.body).toBe((await visit(never())).body)
})

test.each([
  ['a member who is no admin', acme.agent, 403],
  ['an admin of another workspace', globex.admin, 404],
])('%s makes none', async (_, person, status) => {
  const { id }: EditedArticle = await newArticle({ title: 'Not theirs' })
  await asAdmin(publishArticle, { params: { id }, body: {} })
  expect((await ask(person, createPreviewLink, { params: { id }, body: {} })).statusCode).toBe(status)
})
