import { describe, expect, test } from 'vitest'
import { publishEntry, sendEntryForReview, showEntry } from '#contract/content/entries.ts'
import { changeContentModel } from '#contract/content/models.ts'
import {
  changeArticle,
  deleteArticle,
  listArticles,
  publishArticle,
  sendForReview,
  showArticle,
} from '#contract/knowledge-base/articles.ts'
import { showMemberWork } from '#contract/overview/leaving.ts'
import { changeTicket } from '#contract/tickets/tickets.ts'
import { listAudit } from '#contract/workspace/audit.ts'
import { changeMember, changeProfile, type Takers } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, mailsTo, newMember, owner, type Person, runJobs, settings } from '#test/world.ts'

const { admin } = acme
const newAdmin = (name: string) => newMember(acme, name, 'AdminUser')
const work = (of: Person, by = admin) => as(by)(showMemberWork, { params: { id: of.id } })
const article = (id: string) => as(admin)(showArticle, { params: { id }, query: {} })
const entry = (id: string) => as(admin)(showEntry, { params: { id }, query: {} })
const model = await newModel({ name: 'Story' })
const place = (id: string) => ({ params: { model: model.pluralKey, id } })

async function leave(whom: Person, takers: Partial<Takers> = {}) {
  const left = await as(admin)(changeMember, { params: { id: whom.id }, body: { isActive: false, ...takers } })
  await runJobs({ laterSeconds: 20 })
  return left
}

test('what somebody owns is counted, and goes to whom the admin says; the trash is left alone', async () => {
  const [leaver, editor, author] = [await newAdmin('Lea'), await newMember(acme, 'Eddy'), await newMember(acme, 'Arno')]
  const [kept, thrown] = [await newArticle({ title: 'Kept' }, leaver), await newArticle({ title: 'Thrown' }, leaver)]
  await as(leaver)(deleteArticle, { params: { id: thrown.id } })
  const written = await newEntry(model, { title: 'Written' }, { person: leaver })
  await newArticle({ title: 'Of somebody else' })
  expect(await work(leaver)).toMatchObject({ articles: 1, entries: 1, reviews: 0, plans: { count: 0, items: [] } })
  await leave(leaver, { articlesTo: editor.id, entriesTo: author.id })
  expect(await article(kept.id)).toMatchObject({ owner: { id: editor.id }, createdBy: { id: leaver.id } })
  expect(await entry(written.id)).toMatchObject({ owner: { id: author.id } })
  expect(await article(thrown.id)).toMatchObject({ owner: { id: leaver.id } })
  expect(await work(leaver)).toMatchObject({ articles: 0, entries: 0 })
})

describe('who takes work over', () => {
  const origin = (domain: string) => settings.workspaceOrigin(domain)
  const openTicket = async (assignee: Person) => {
    const made = await newTicket(acme)
    await as(admin)(changeTicket, { params: { id: made.id }, body: { assignee: assignee.id } })
    return made
  }

  test('is told in one mail what it is, from whom and where', async () => {
    const [leaver, heir, writer] = [await newAdmin('Lena'), await newAdmin('Herta'), await newAdmin('Willi')]
    const ticket = await openTicket(leaver)
    await openTicket(leaver)
    const mine = await newArticle({ title: 'Mine' }, leaver)
    await newEntry(model, { title: 'Written' }, { person: leaver })
    const { articleId, entryId } = await inReview(leaver, writer)
    await leave(leaver, { ticketsTo: heir.id, articlesTo: heir.id, entriesTo: heir.id, reviewsTo: heir.id })
    const [mail, ...others] = await mailed(heir)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ leaverName: 'Lena Test', actorName: 'Ada Test', workspaceName: 'Acme' })
    const of = (kind: string, count: number) => expect.objectContaining({ kind, count })
    expect(mail.handed).toEqual([
      ...[of('tickets', 2), of('articles', 1), of('entries', 1), of('articleReviews', 1), of('entryReviews', 1)],
    ])
    const at = origin(acme.domain)
    expect(mail.handed.map(({ listUrl }: { listUrl: string }) => listUrl.replace(at, ''))).toEqual([
      '/service/tickets?view=mine',
      `/service/knowledgebase/admin/articles?owner=${heir.id}`,
      `/cms/content/list?owner=${heir.id}`,
      '/service/knowledgebase/admin/articles?status=in_review',
      `/cms/content/list?status=in_review&reviewer=${heir.id}`,
    ])
    const named = mail.handed.flatMap(({ some }: { some: object[] }) => some)
    expect(named).toContainEqual({
      title: `#${ticket.number} ${ticket.subject}`,
      url: `${at}/service/tickets/${ticket.id}`,
    })
    const edit = `${at}/service/knowledgebase/admin/articles/edit`
    expect(named).toContainEqual({ title: 'Mine', url: `${edit}/${mine.id}` })
    expect(named).toContainEqual({ title: 'To read', url: `${edit}/${articleId}` })
    expect(named).toContainEqual({ title: 'To read', url: `${at}/cms/content/edit/${entryId}` })
    expect(await mailed(writer)).toEqual([])
  })

  test('is told of drafts of articles by their number alone where they are no admin', async () => {
    const [leaver, heir] = [await newAdmin('Lia'), await newMember(acme, 'Hein')]
    await newArticle({ title: 'A secret plan' }, leaver)
    await leave(leaver, { articlesTo: heir.id })
    const [mail] = await mailed(heir)
    expect(mail.handed).toEqual([{ kind: 'articles', count: 1, some: [], listUrl: null }])
  })

  test('is not told of what they gave to themselves, of nothing, or where they do not want to hear', async () => {
    const [leaver, doer] = [await newAdmin('Lara'), await newAdmin('Doro')]
    const [deaf, idle] = [await newAdmin('Dirk'), await newAdmin('Ida')]
    await as(deaf)(changeProfile, { body: { notifications: { handedOver: false } } })
    await openTicket(leaver)
    await newArticle({ title: 'Mine' }, leaver)
    const body = { isActive: false, ticketsTo: doer.id, articlesTo: deaf.id, entriesTo: idle.id }
    await as(doer)(changeMember, { params: { id: leaver.id }, body })
    await runJobs({ laterSeconds: 20 })
    expect([await mailed(doer), await mailed(deaf), await mailed(idle)]).toEqual([[], [], []])
    expect(await work(doer)).toMatchObject({ openTickets: 1 })
  })
})

test('what nobody takes over stays theirs', async () => {
  const leaver = await newAdmin('Lou')
  const [{ id }, written] = [await newArticle({ title: 'Mine' }, leaver), await newEntry(model, {}, { person: leaver })]
  await leave(leaver)
  expect([await article(id), await entry(written.id)]).toMatchObject([
    { owner: { id: leaver.id } },
    { owner: { id: leaver.id } },
  ])
})

test('more than a step of them are handed over', async () => {
  const [leaver, heir] = [await newAdmin('Max'), await newMember(acme, 'Hal')]
  const { id } = await newArticle({ title: 'One of many' }, leaver)
  await owner.query(
    `insert into articles (workspace_id, position, visibility, audience, is_listed, owner_id)
     select workspace_id, 100 + n, visibility, audience, is_listed, owner_id from articles, generate_series(1, 204) n
     where workspace_id = $1 and id = $2`,
    [acme.id, id],
  )
  expect(await work(leaver)).toMatchObject({ articles: 205 })
  await leave(leaver, { articlesTo: heir.id })
  expect((await mailed(heir)).map(({ handed }) => handed)).toMatchObject([[{ kind: 'articles', count: 205 }]])
  expect([await work(leaver), await work(heir)]).toMatchObject([{ articles: 0 }, { articles: 205 }])
  await owner.query('delete from articles where workspace_id = $1 and owner_id = $2 and id <> $3', [
    ...[acme.id, heir.id, id],
  ])
})

/** Creates an article and an entry. `writer` sends both to `reviewer` for review. */
async function inReview(reviewer: Person, writer: Person) {
  const { id } = await newArticle({ title: 'To read' }, writer)
  await as(writer)(sendForReview, { params: { id }, body: { reviewer: reviewer.id } })
  const written = await newEntry(model, { title: 'To read' }, { person: writer })
  await as(writer)(sendEntryForReview, { ...place(written.id), body: { reviewer: reviewer.id } })
  await runJobs({ laterSeconds: 20 })
  return { articleId: id, entryId: written.id }
}

const mailed = async ({ email }: Person) => (await mailsTo(email)).map(({ text }) => JSON.parse(text))

test('a review that waits for them goes to whom the admin says, and stays sent by its writer', async () => {
  const [leaver, heir, writer] = [await newAdmin('Rita'), await newAdmin('Hella'), await newAdmin('Wim')]
  const { articleId, entryId } = await inReview(leaver, writer)
  const counted = await work(leaver)
  expect(counted).toMatchObject({ reviews: 2 })
  expect(counted.reviewers).toContain(heir.id)
  expect(counted.reviewers).not.toContain(leaver.id)
  expect(counted.reviewers).not.toContain(acme.agent.id)
  await leave(leaver, { reviewsTo: heir.id })
  const waiting = { status: 'in_review', reviewer: { id: heir.id } }
  expect([await article(articleId), await entry(entryId)]).toMatchObject([waiting, waiting])
  expect((await mailed(writer)).length).toBe(0)
  expect(await work(heir)).toMatchObject({ reviews: 2 })
})

test('a review that nobody takes over goes back to whoever sent it, who is mailed', async () => {
  const [leaver, writer] = [await newAdmin('Rolf'), await newAdmin('Wilma')]
  const { articleId, entryId } = await inReview(leaver, writer)
  await leave(leaver)
  await runJobs({ laterSeconds: 20 })
  const back = { status: 'draft', reviewer: null }
  expect([await article(articleId), await entry(entryId)]).toMatchObject([back, back])
  expect(await mailed(writer)).toMatchObject([{ kind: 'ended' }, { kind: 'ended' }])
})

test('nobody becomes the reviewer of what they may not publish', async () => {
  const [leaver, writer] = [await newAdmin('Ruth'), await newAdmin('Wendy')]
  const { articleId, entryId } = await inReview(leaver, writer)
  await leave(leaver, { reviewsTo: acme.agent.id })
  expect(await article(articleId)).toMatchObject({ status: 'draft', reviewer: null })
  expect(await entry(entryId)).toMatchObject({ status: 'in_review', reviewer: { id: acme.agent.id } })
})

test('only who may publish the entries that wait is offered as their reviewer', async () => {
  const leaver = await newMember(acme, 'Ravi')
  const reserved = await newModel({ name: 'Reserved' })
  const params = { model: reserved.pluralKey, id: '' }
  await as(admin)(changeContentModel, {
    params: { id: reserved.id },
    body: { publishers: 'named', publisherIds: [leaver.id] },
  } as never)
  params.id = (await newEntry(reserved, { title: 'Reserved' })).id
  await as(acme.agent)(sendEntryForReview, { params, body: { reviewer: leaver.id } })
  const { reviews, reviewers } = await work(leaver)
  expect([reviews, reviewers.includes(admin.id), reviewers.includes(acme.agent.id)]).toEqual([1, true, false])
})

test('what they planned is named, and is done at its time all the same', async () => {
  const leaver = await newAdmin('Pia')
  const { id } = await newArticle({ title: 'News' }, leaver)
  const written = await newEntry(model, { title: 'More news' }, { person: leaver })
  const [soon, later] = [new Date(Date.now() + 3500).toISOString(), new Date(Date.now() + 4500).toISOString()]
  await as(leaver)(publishArticle, { params: { id }, body: { at: later } })
  await as(leaver)(publishEntry, { ...place(written.id), body: { at: soon } })
  const others = await newEntry(model, { title: 'Of somebody else' })
  await as(admin)(publishEntry, { ...place(others.id), body: { at: soon } })
  expect((await work(leaver)).plans).toEqual({
    count: 2,
    items: [
      { type: 'entry', id: written.id, title: 'More news', language: 'en', publishAt: soon, unpublishAt: null },
      { type: 'article', id, title: 'News', language: 'en', publishAt: later, unpublishAt: null },
    ],
  })
  await leave(leaver)
  await runJobs({ laterSeconds: 10 })
  expect(await article(id)).toMatchObject({ isLive: true })
})

test('the audit log says who took over, by name', async () => {
  const [leaver, heir] = [await newAdmin('Ada'), await newMember(acme, 'Hugo Heir')]
  await leave(leaver, { ticketsTo: heir.id, articlesTo: heir.id })
  const { items } = await as(admin)(listAudit, { query: { action: 'member.changed', limit: 1 } })
  const taker = { id: heir.id, name: 'Hugo Heir Test' }
  expect(items[0]).toMatchObject({
    subject: { id: leaver.id },
    detail: { new: { status: 'deactivated' }, handedOver: { ticketsTo: taker, articlesTo: taker } },
  })
})

test('nothing goes to another workspace, nor is anything of one counted in another', async () => {
  const leaver = await newAdmin('Nia')
  const { id } = await newArticle({ title: 'Ours' }, leaver)
  for (const name of ['articlesTo', 'entriesTo', 'reviewsTo'])
    expect(await leave(leaver, { [name]: globex.admin.id })).toMatchObject({ code: 'member-not-active' })
  expect(await leave(leaver, { articlesTo: leaver.id })).toMatchObject({ fields: { articlesTo: expect.any(String) } })
  expect(await work(leaver, globex.admin)).toMatchObject({ code: 'member-not-found' })
  const { items } = await as(globex.admin)(listArticles, { query: { owner: leaver.id } })
  expect(items).toEqual([])
  await as(admin)(changeArticle, { params: { id }, body: { owner: null } })
})
