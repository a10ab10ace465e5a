import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { writeEntryComment } from '#contract/content/comments.ts'
import {
  changeArticle,
  deleteArticle,
  endReview,
  listArticles,
  sendForReview,
  showArticle,
  showKnowledgeBaseReport,
} from '#contract/knowledge-base/articles.ts'
import {
  type ArticleThread,
  answerArticleComment,
  changeArticleComment,
  deleteArticleComment,
  listArticleComments,
  remarkOnArticle,
  resolveArticleComment,
  writeArticleComment,
} from '#contract/knowledge-base/comments.ts'
import type { InputOf } from '#contract/pages.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { mostRemarks } from '#contract/writing/comments.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newTicket } from '#test/new-ticket.ts'
import { openStream } from '#test/open-stream.ts'
import { acme, globex, mailsTo, newMember, owner, type Person, runJobs, settings } from '#test/world.ts'

await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
const { admin, agent } = acme
const host = settings.workspaceOrigin(acme.domain)
const editPath = `${host}/service/knowledgebase/admin/articles/edit`
const other = await newMember(acme, 'Nora', 'AdminUser')
type Write = InputOf<typeof writeArticleComment>['body']

const article = async () =>
  (await newArticle({ title: 'How lamps work', document: paragraphs('Turn it.', 'Wait.') })).id
const write = (id: string, text: string, { by = admin, ...more }: Partial<Write> & { by?: Person } = {}) =>
  as(by)(writeArticleComment, { params: { id }, body: { text, ...more } }) as Promise<ArticleThread>
const answer = (id: string, comment: string, text: string, by = admin) =>
  as(by)(answerArticleComment, { params: { id, comment }, body: { text } })
const read = (id: string, by = admin) => as(by)(listArticleComments, { params: { id }, query: {} })
const remark = (id: string, text: string, more: object = {}, by = agent) =>
  as(by)(remarkOnArticle, { params: { id }, body: { text, ...more } })

async function mailedTo({ email }: Person) {
  await runJobs({ laterSeconds: 15 })
  return (await mailsTo(email)).toReversed().map(({ text }) => JSON.parse(text))
}

describe('a thread on an article', () => {
  test('is about all of it or a block in a language, is answered, settled and told to open pages', async () => {
    const id = await article()
    const stream = await openStream(admin.token)
    await write(id, 'Good.')
    const block = { text: 'Wait.', place: 1 }
    const thread = await write(id, 'How long?', { language: 'hr', block })
    await stream.until(/comments\.changed/)
    await stream.close()
    await answer(id, thread.id, 'A minute.', other)
    expect(await read(id)).toMatchObject({
      items: [
        { text: 'Good.', block: null, language: null, saidFrom: 'editor', ticket: null },
        { text: 'How long?', block, language: 'hr', answers: [{ text: 'A minute.', author: { name: 'Nora Test' } }] },
      ],
      ...{ open: 2, resolved: 0 },
    })
    await as(other)(resolveArticleComment, { params: { id, comment: thread.id } })
    expect(await read(id)).toMatchObject({ items: [{ text: 'Good.' }], open: 1, resolved: 1 })
  })

  test('is mailed to whom it mentions, with the block and the way there', async () => {
    const id = await article()
    const mia = await newMember(acme, 'Mia', 'AdminUser')
    const thread = await write(id, 'Right, @Mia Test?', {
      ...{ mentions: [mia.id], language: 'hr', block: { text: 'Wait.', place: 1 } },
    })
    expect(await mailedTo(mia)).toEqual([
      {
        ...{ about: 'mention', actorName: 'Ada Test', title: 'How lamps work', field: '“Wait.”' },
        ...{ excerpt: 'Right, @Mia Test?', url: `${editPath}/${id}?language=hr#comment-${thread.id}` },
      },
    ])
  })

  test.each<[string, Partial<Write>]>([
    ['language-unknown', { language: 'fr' }],
    ['mentioned-unknown', { mentions: [randomUUID()] }],
    // Members without the admin role cannot read drafts, so nobody can mention them in comments on drafts.
    ['mentioned-unknown', { mentions: [agent.id] }],
    ['invalid', { block: { text: '', place: 0 } }],
  ])('is refused as %s: %j', async (code, body) => {
    expect(await write(await article(), 'A', body)).toMatchObject({ code })
  })

  test('stands on one article, and none of an entry’s is one of its', async () => {
    const [id, another] = [await article(), await article()]
    const thread = await write(id, 'A')
    const model = await newModel()
    const entry = await newEntry(model, {})
    const ofEntry = (await as(admin)(writeEntryComment, { params: { id: entry.id }, body: { text: 'E' } })).id
    for (const [place, comment] of [
      [another, thread.id],
      [id, ofEntry],
    ] as const) {
      expect(await answer(place, comment, 'B')).toMatchObject({ code: 'comment-not-found' })
      expect(
        await as(admin)(changeArticleComment, { params: { id: place, comment }, body: { text: 'B' } }),
      ).toMatchObject({ code: 'comment-not-found' })
    }
    expect(await read(another)).toMatchObject({ items: [] })
  })

  test('is for admins of the workspace, and gone with its article', async () => {
    const id = await article()
    const { id: comment } = await write(id, 'Canary')
    expect(await read(id, agent)).toMatchObject({ code: 'not-allowed' })
    expect(await read(id, globex.admin)).toMatchObject({ code: 'article-not-found' })
    await as(admin)(deleteArticle, { params: { id } })
    expect(await write(id, 'B')).toMatchObject({ code: 'article-in-trash' })
    expect(await as(admin)(deleteArticleComment, { params: { id, comment } })).toMatchObject({
      code: 'article-in-trash',
    })
    await owner.query('delete from articles where id = $1', [id])
    expect((await owner.query('select from comments where id = $1', [comment])).rowCount).toBe(0)
  })
})

describe('a remark', () => {
  test('of a member on what they read tells its owner, and its answer tells them', async () => {
    const { id, slug } = await newLiveArticle({ title: 'Bulbs', document: paragraphs('60 W') }, other)
    const carl = await newMember(acme, 'Carl')
    await remark(id, 'It is 40 W', {}, carl)
    const { items } = await read(id)
    expect(items).toMatchObject([{ text: 'It is 40 W', saidFrom: 'page', language: 'en', author: { id: carl.id } }])
    expect(await mailedTo(other)).toEqual([
      {
        ...{ about: 'remark', actorName: 'Carl Test', title: 'Bulbs', field: null, excerpt: 'It is 40 W' },
        url: `${editPath}/${id}#comment-${items[0]!.id}`,
      },
    ])
    await answer(id, items[0]!.id, 'Mended, thank you')
    expect(await mailedTo(carl)).toMatchObject([
      { about: 'answer', excerpt: 'Mended, thank you', url: `${host}/knowledgebase/article/${slug}` },
    ])
  })

  test('is a view of the list until it is settled', async () => {
    const { id } = await newLiveArticle({ title: 'Bulbs' })
    const waiting = async () => {
      const { items } = await as(admin)(listArticles, { query: { isRemarked: 'true', limit: '100' } })
      const { remarked } = await as(admin)(showKnowledgeBaseReport, { query: {} })
      return [items.some((one) => one.id === id), remarked === items.length]
    }
    await write(id, 'No remark')
    expect(await waiting()).toEqual([false, true])
    await remark(id, 'A')
    expect(await waiting()).toEqual([true, true])
    const [, made] = (await read(id)).items
    await as(admin)(resolveArticleComment, { params: { id, comment: made!.id } })
    expect(await waiting()).toEqual([false, true])
  })

  test('from a ticket names it, and goes to the reviewer where the owner is no admin', async () => {
    const ticket = await newTicket(acme)
    const { id } = await newLiveArticle({ title: 'Bulbs' })
    const rita = await newMember(acme, 'Rita', 'AdminUser')
    await as(admin)(changeArticle, { params: { id }, body: { owner: agent.id, reviewer: rita.id } })
    await remark(id, 'A customer says it is wrong', { ticket: ticket.id })
    expect((await read(id)).items).toMatchObject([
      { saidFrom: 'ticket', ticket: { id: ticket.id, number: ticket.number } },
    ])
    await owner.query('delete from tickets where id = $1', [ticket.id])
    expect((await read(id)).items).toMatchObject([{ saidFrom: 'ticket', ticket: null }])
    expect(await mailedTo(rita)).toMatchObject([{ about: 'remark' }])
  })

  test('is one of so many that wait, of each person, who leave the room to others', async () => {
    const { id } = await newLiveArticle({ title: 'Bulbs' })
    const carl = await newMember(acme, 'Carl')
    const said = async (by: Person) => (await remark(id, 'A', {}, by)) as { code?: string }
    for (let at = 0; at < mostRemarks; at += 1) expect((await said(carl)).code).toBe(undefined)
    expect(await said(carl)).toMatchObject({ code: 'too-many-remarks' })
    expect((await said(agent)).code).toBe(undefined)
    const [first] = (await read(id)).items
    await as(admin)(resolveArticleComment, { params: { id, comment: first!.id } })
    expect((await said(carl)).code).toBe(undefined)
  })

  test('is kept where nobody is to be told', async () => {
    const leaving = await newMember(acme, 'Leo', 'AdminUser')
    const { id } = await newLiveArticle({ title: 'Bulbs' }, leaving)
    await as(admin)(changeMember, { params: { id: leaving.id }, body: { isActive: false } })
    expect(await remark(id, 'A')).toMatchObject({ id: expect.any(String) })
    expect(await mailedTo(leaving)).toEqual([])
  })

  test('is for whoever reads the article: no draft, no other workspace’s article or ticket, no customer', async () => {
    const draft = await article()
    const { id } = await newLiveArticle({ title: 'Bulbs' })
    expect(await remark(draft, 'A')).toMatchObject({ code: 'article-not-found' })
    expect(await remark(id, 'A', {}, globex.agent)).toMatchObject({ code: 'article-not-found' })
    expect(await remark(id, 'A', { ticket: randomUUID() })).toMatchObject({ code: 'ticket-not-found' })
    expect(await remark(id, 'A', {}, acme.customer)).toMatchObject({ code: 'not-allowed' })
    expect(await read(id)).toMatchObject({ items: [] })
  })
})

describe('a review', () => {
  const send = (id: string, body: object, by = admin) => as(by)(sendForReview, { params: { id }, body })
  const giveBack = (id: string, by: Person) => as(by)(endReview, { params: { id }, query: {} })

  test('is mailed to its reviewer, who is named with it, and again to another', async () => {
    const id = await article()
    const [one, two] = [await newMember(acme, 'One', 'AdminUser'), await newMember(acme, 'Two', 'AdminUser')]
    await send(id, { reviewer: one.id })
    await send(id, { reviewer: one.id })
    expect(await mailedTo(one)).toEqual([
      {
        ...{ kind: 'asked', actorName: 'Ada Test', title: 'How lamps work', noun: 'article', model: null, said: '' },
        url: `${editPath}/${id}`,
      },
    ])
    await send(id, { reviewer: two.id })
    expect([await mailedTo(one), await mailedTo(two)].map((mails) => mails.length)).toEqual([1, 1])
    expect(await as(admin)(showArticle, { params: { id }, query: {} })).toMatchObject({
      ...{ status: 'in_review', reviewer: { id: two.id } },
    })
  })

  test('given back tells who sent it, with what was said of it', async () => {
    const id = await article()
    const writer = await newMember(acme, 'Wim', 'AdminUser')
    await send(id, { reviewer: admin.id }, writer)
    await write(id, 'Say it shorter.', { language: 'en' })
    await giveBack(id, admin)
    expect(await mailedTo(writer)).toMatchObject([{ kind: 'ended', said: 'Say it shorter.', noun: 'article' }])
  })

  test('is nothing for a member who may not publish, or who is not there', async () => {
    const id = await article()
    expect(await send(id, { reviewer: agent.id })).toMatchObject({ code: 'reviewer-unfit' })
    expect(await send(id, { reviewer: randomUUID() })).toMatchObject({ code: 'owner-not-active' })
    expect(await as(admin)(showArticle, { params: { id }, query: {} })).toMatchObject({ status: 'draft' })
  })
})
