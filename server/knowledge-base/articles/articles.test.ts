import { describe, expect, test } from 'vitest'
import {
  archiveArticle,
  changeArticle,
  deleteArticle,
  type EditedArticle,
  listArticles,
  moveArticle,
  publishArticle,
  showArticle,
  unplanArticle,
  unpublishArticle,
  untrashArticle,
} from '#contract/knowledge-base/articles.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, globex, owner, platform, settings } from '#test/world.ts'
import { thinRevisions } from './queries/texts.ts'

const asAdmin = as(acme.admin)
const asCustomer = as(acme.customer)
const params = ({ id }: { id: string }) => ({ params: { id } })
const edit = (article: { id: string }, body: object) => asAdmin(changeArticle, { ...params(article), body })
const readAs = (person: Parameters<typeof as>[0], id: string) =>
  as(person)(
    showArticle,
    { params: { id }, query: {} },
    person ? {} : { host: `${acme.domain}.${settings.rootDomain}` },
  )

test.each([
  ['nothing', {}],
  ['its text', { document: paragraphs('Written before the title') }],
  ['its excerpt', { excerpt: 'In short' }],
  ['who may read it', { visibility: 'team' as const }],
])('an article begins with %s and gets its title later', async (_, body) => {
  const made = await newArticle(body)
  expect(made).toMatchObject({ title: '', slug: expect.stringMatching(/./), ...body })
  expect(await edit(made, { title: 'Called later' })).toMatchObject({
    title: 'Called later',
    slug: expect.stringMatching(/^called-later/),
  })
})

describe('a plan', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const timesOf = ({ languages: [text] }: EditedArticle) => [text!.publishAt !== null, text!.unpublishAt !== null]

  test('to take a live text away publishes nothing, and is given up with what readers have staying', async () => {
    const article = await newLiveArticle({ title: 'Planned to go' })
    await edit(article, { title: 'Not to be published by that' })
    const query = { at: hours(2) }
    const planned = (await asAdmin(unpublishArticle, { ...params(article), query })) as EditedArticle
    expect([planned.isLive, planned.hasChanges, ...timesOf(planned)]).toEqual([true, true, false, true])
    const given = (await asAdmin(unplanArticle, { ...params(article), query: {} })) as EditedArticle
    expect([given.isLive, given.hasChanges, ...timesOf(given)]).toEqual([true, true, false, false])
  })

  test('to publish and take away is given up as one', async () => {
    const article = await newArticle({ title: 'Planned to come' })
    const body = { at: hours(1), until: hours(2) }
    const planned = (await asAdmin(publishArticle, { ...params(article), body })) as EditedArticle
    expect(timesOf(planned)).toEqual([true, true])
    const early = await ask(acme.admin, unpublishArticle, { ...params(article), query: { at: hours(0.5) } })
    expect(early.json()).toMatchObject({
      code: 'time-in-the-past',
      detail: expect.stringContaining('before it is published'),
    })
    const given = (await asAdmin(unplanArticle, { ...params(article), query: {} })) as EditedArticle
    expect([given.status, ...timesOf(given)]).toEqual(['draft', false, false])
  })
})

describe('a draft', () => {
  test('is read by admins alone, whatever the door', async () => {
    const article = await newArticle({ title: 'Secret plans', document: paragraphs('Canary') })
    for (const person of [acme.agent, acme.customer, globex.admin, null]) {
      expect((await readAs(person, article.id)).code).toBe('article-not-found')
      expect((await readAs(person, article.slug)).code).toBe('article-not-found')
    }
    expect(await readAs(acme.admin, article.id)).toMatchObject({ title: 'Secret plans', status: 'draft' })
  })

  test('beside the live text is read by nobody before it is published', async () => {
    const article = await newLiveArticle({ title: 'Live', document: paragraphs('One') })
    const changed = await edit(article, { title: 'Half-finished', document: paragraphs('Two') })
    expect(changed).toMatchObject({ hasChanges: true, status: 'published', title: 'Half-finished' })
    const read = await readAs(acme.customer, article.id)
    expect(read).toMatchObject({ title: 'Live', html: '<p>One</p>' })
    expect(read).not.toHaveProperty('hasChanges')
    await asAdmin(publishArticle, { ...params(article), body: {} })
    expect(await readAs(acme.customer, article.id)).toMatchObject({ title: 'Half-finished', html: '<p>Two</p>' })
  })

  test('follows its title with its address until it was published', async () => {
    const article = await newArticle({ title: 'First words' })
    expect((await edit(article, { title: 'Better words' })).slug).toBe('better-words')
    await asAdmin(publishArticle, { ...params(article), body: {} })
    expect((await edit(article, { title: 'Best words' })).slug).toBe('better-words')
  })

  test('is another one each time, however long the title is that several have', async () => {
    const title = `${'a long title '.repeat(15)}`.trim()
    const slugs = []
    for (let made = 0; made < 3; made += 1) slugs.push((await newArticle({ title })).slug)
    expect(new Set(slugs).size).toBe(3)
  })

  test('that is not one is refused with the place of what is wrong', async () => {
    const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'script' }] }] }
    const { code, detail } = (await newArticle({ title: 'Bad', document })) as unknown as Record<string, string>
    expect(code).toBe('document-invalid')
    expect(detail).toContain('document.content[0].content[0]')
  })

  test.each([
    [{ document: { type: 'doc', content: [{ type: 'entry', attrs: { entry: acme.agent.id } }] } }],
    [{ html: `<p>See <a href="entry:${acme.agent.id}">this</a></p>` }],
  ])('shows no entries of the content: %j', async (body) => {
    const refused = await newArticle({ title: 'Bad', ...body })
    expect(refused).toMatchObject({ code: 'document-invalid', detail: expect.stringContaining('cannot show entries') })
  })
})

describe('who may read a live article', () => {
  test.each([
    ['public', [true, true, true]],
    ['customers', [true, true, false]],
    ['team', [true, false, false]],
    ['unlisted', [true, true, true]],
  ] as const)('that is for %s', async (visibility, expected) => {
    const { id } = await newLiveArticle({ title: `For ${visibility}`, visibility })
    const read = await Promise.all([acme.agent, acme.customer, null].map((person) => readAs(person, id)))
    expect(read.map(({ title }) => title === `For ${visibility}`)).toEqual(expected)
    expect((await readAs(globex.admin, id)).code).toBe('article-not-found')
  })

  test('by its link alone stands in no list', async () => {
    const { id } = await newLiveArticle({ title: 'Linked', visibility: 'unlisted' })
    const { items } = await as(acme.agent)(listArticles, { query: { limit: '100' } })
    expect(items.map((item) => item.id)).not.toContain(id)
  })

  test('a member who is no admin is told nothing of who keeps it', async () => {
    const { id } = await newLiveArticle({ title: 'Kept' })
    const read = await readAs(acme.agent, id)
    expect(Object.keys(read)).not.toEqual(expect.arrayContaining(['owner']))
    expect(Object.keys(read)).not.toEqual(expect.arrayContaining(['revision']))
  })

  test('changes at once', async () => {
    const article = await newLiveArticle({ title: 'Closing', visibility: 'public' })
    await edit(article, { visibility: 'team' })
    expect((await readAs(acme.customer, article.id)).code).toBe('article-not-found')
    await edit(article, { visibility: 'public' })
    expect((await readAs(acme.customer, article.id)).title).toBe('Closing')
  })
})

describe('an address', () => {
  test('of before leads to the article through every rename', async () => {
    const article = await newLiveArticle({ title: 'One name' })
    for (const slug of ['second-name', 'third-name']) {
      await edit(article, { slug })
      await asAdmin(publishArticle, { ...params(article), body: {} })
    }
    const found = await Promise.all(['one-name', 'second-name', 'third-name'].map((slug) => readAs(null, slug)))
    expect(found.map(({ id }) => id)).toEqual([article.id, article.id, article.id])
  })

  test('that another article has is refused, and one that it once had is taken over', async () => {
    const first = await newLiveArticle({ title: 'Taken address' })
    const second = await newArticle({ title: 'Wants it' })
    expect((await edit(second, { slug: 'taken-address' })).code).toBe('slug-taken')
    await edit(first, { slug: 'moved-away' })
    await asAdmin(publishArticle, { ...params(first), body: {} })
    await edit(second, { slug: 'taken-address' })
    await asAdmin(publishArticle, { ...params(second), body: {} })
    expect((await readAs(null, 'taken-address')).id).toBe(second.id)
  })
})

describe('two who write at once', () => {
  test('are merged where they wrote in different paragraphs', async () => {
    const article = await newArticle({ title: 'Shared', document: paragraphs('One', 'Two', 'Three') })
    const base = article.revision
    await edit(article, { document: paragraphs('One, changed', 'Two', 'Three'), base })
    const merged = await edit(article, { document: paragraphs('One', 'Two', 'Three, changed'), base })
    expect(merged.html).toBe('<p>One, changed</p><p>Two</p><p>Three, changed</p>')
  })

  test('are merged also where the one was away while the other wrote on and on, and not all of it is kept for long', async () => {
    const article = await newArticle({ title: 'Away for minutes', document: paragraphs('One', 'Two') })
    const pass = (time: string) =>
      owner.query(`update article_revisions set created_at = created_at - $2::interval where article_id = $1`, [
        article.id,
        time,
      ])
    const count = async () =>
      (await owner.query(`select from article_revisions where article_id = $1`, [article.id])).rows.length
    for (let turn = 0; turn < 130; turn += 1) {
      await pass('1 second')
      await edit(article, { document: paragraphs(`One, changed ${turn} times`, 'Two') })
    }
    const base = article.revision + 5
    const merged = await edit(article, { document: paragraphs('One, changed 4 times', 'Two, changed'), base })
    expect(merged.html).toBe('<p>One, changed 129 times</p><p>Two, changed</p>')
    await pass('16 minutes')
    await inWorkspace(platform.app, acme.id, (tx) => thinRevisions(tx))
    expect(await count()).toBeLessThan(30)
    const late = { document: paragraphs('One, changed 129 times', 'Two, changed again'), base: merged.revision }
    expect((await edit(article, late)).html).toBe('<p>One, changed 129 times</p><p>Two, changed again</p>')
  })

  test('are not there where a save that was taken is sent again, whatever was written since', async () => {
    const article = await newArticle({ title: 'Answer lost', document: paragraphs('One') })
    const save = { title: 'Answer was lost', document: paragraphs('One', 'Two'), base: article.revision }
    const taken = await edit(article, save)
    expect((await edit(article, save)).revision).toBe(taken.revision)
    const later = await edit(article, { title: 'Later', document: paragraphs('One', 'Two, later') })
    const again = await edit(article, save)
    expect([again.revision, again.title, again.slug, again.html]).toEqual([
      ...[later.revision, 'Later', 'later', '<p>One</p><p>Two, later</p>'],
    ])
  })

  test('are shown both where it was the same one, and nothing is written', async () => {
    const article = await newArticle({ title: 'Contested', document: paragraphs('One') })
    const base = article.revision
    await edit(article, { document: paragraphs('Theirs'), base })
    const refused = await edit(article, { document: paragraphs('Yours'), base })
    expect(refused).toMatchObject({
      code: 'conflict',
      base: { document: paragraphs('One') },
      theirs: { document: paragraphs('Theirs') },
      yours: { document: paragraphs('Yours') },
    })
    expect((await readAs(acme.admin, article.id)).html).toBe('<p>Theirs</p>')
  })
})

describe('an article that is taken away', () => {
  test.each([
    ['unpublished', (article: EditedArticle) => asAdmin(unpublishArticle, { ...params(article), query: {} })],
    ['archived', (article: EditedArticle) => asAdmin(archiveArticle, { ...params(article), body: {} })],
    ['in the trash', (article: EditedArticle) => asAdmin(deleteArticle, params(article))],
  ])('by being %s is gone for every reader, and its text stays', async (_, takeAway) => {
    const article = await newLiveArticle({ title: 'Gone soon', document: paragraphs('Text') })
    await takeAway(article)
    for (const person of [acme.agent, acme.customer, null]) {
      expect((await readAs(person, article.id)).code).toBe('article-not-found')
      expect((await readAs(person, article.slug)).code).toBe('article-not-found')
    }
    expect((await readAs(acme.admin, article.id)).html).toBe('<p>Text</p>')
  })

  test('to the trash changes no more, and comes back as a draft', async () => {
    const article = await newLiveArticle({ title: 'Trashed' })
    await asAdmin(deleteArticle, params(article))
    expect((await edit(article, { title: 'x' })).code).toBe('article-in-trash')
    expect(await asAdmin(untrashArticle, params(article))).toMatchObject({ status: 'draft', isTrashed: false })
  })
})

test('articles stand in the order that they were put into', async () => {
  const [one, two] = [await newArticle({ title: 'A' }), await newArticle({ title: 'B' })]
  const moved = await asAdmin(moveArticle, { ...params(two), body: { category: null, before: one.id } })
  expect(moved.code).toBeUndefined()
})

test('the list of admins finds words in drafts, by state and by who keeps them', async () => {
  const article = await newArticle({ title: 'Findable', document: paragraphs('Needle in the text'), labels: ['rare'] })
  const found = async (query: object) =>
    (await asAdmin(listArticles, { query })).items.some(({ id }) => id === article.id)
  expect(await found({ q: 'needle TEXT' })).toBe(true)
  expect(await found({ q: 'needle missing' })).toBe(false)
  expect(await found({ status: 'draft', label: 'rare', owner: acme.admin.id })).toBe(true)
  expect(await found({ status: 'published' })).toBe(false)
})

test('a file of a ticket is not published by its id', async () => {
  const document = {
    type: 'doc',
    content: [{ type: 'picture', attrs: { file: '01890000-0000-7000-8000-000000000000' } }],
  }
  const { code } = (await newArticle({ title: 'Picture', document })) as unknown as { code: string }
  expect(code).toBe('file-not-found')
})

test.each([
  ['customer', acme.customer],
  ['member', acme.agent],
])('a %s writes nothing', async (_, person) => {
  const asked = await ask(person, changeArticle, { params: { id: acme.admin.id }, body: { title: 'x' } })
  expect(asked.statusCode).toBe(403)
})

test('links to articles are made for whoever reads: words alone where it is not theirs', async () => {
  const secret = await newLiveArticle({ title: 'For us', visibility: 'team' })
  const link = {
    type: 'text',
    text: 'See',
    marks: [{ type: 'link', attrs: { reference: { kind: 'article', id: secret.id } } }],
  }
  const article = await newLiveArticle({
    title: 'Links',
    document: { type: 'doc', content: [{ type: 'paragraph', content: [link] }] },
  })
  expect((await readAs(acme.agent, article.id)).html).toContain('href="/knowledgebase/article/for-us"')
  expect((await readAs(null, article.id)).html).toBe('<p>See</p>')
  await asCustomer(showArticle, { params: { id: article.id }, query: {} })
})
