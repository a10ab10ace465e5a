import { describe, expect, test } from 'vitest'
import { writeEntryComment } from '#contract/content/comments.ts'
import { endEntryReview, sendEntryForReview } from '#contract/content/entries.ts'
import {
  archiveArticle,
  endReview,
  publishArticle,
  sendForReview,
  unarchiveArticle,
  unpublishArticle,
} from '#contract/knowledge-base/articles.ts'
import { changeProfile } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, mailsTo, newMember, type Person, runJobs } from '#test/world.ts'

const model = await newModel({ name: 'Story' })
const { admin, agent } = acme
const place = (id: string) => ({ params: { model: model.pluralKey, id } })
const send = (id: string, reviewer: string | null, by: Person = agent) =>
  as(by)(sendEntryForReview, { ...place(id), body: { reviewer } })
const giveBack = (id: string, by: Person) => as(by)(endEntryReview, { ...place(id), query: {} })

/** Returns the review mails to a member after the delay in which a change can still be taken back. */
async function mailedTo({ email }: Person) {
  await runJobs({ laterSeconds: 15 })
  return (await mailsTo(email)).toReversed().map(({ text }) => JSON.parse(text))
}

describe('sent for review', () => {
  test('tells the reviewer by mail, with the way to it', async () => {
    const reviewer = await newMember(acme, 'Rita')
    const { id } = await newEntry(model, { title: 'How lamps work' })
    await send(id, reviewer.id)
    expect(await mailedTo(reviewer)).toMatchObject([
      { kind: 'asked', title: 'How lamps work', model: 'Story', said: '', url: expect.stringContaining(`/edit/${id}`) },
    ])
  })

  test('to another one tells that one too, and the same one no second time', async () => {
    const [first, second] = [await newMember(acme, 'One'), await newMember(acme, 'Two')]
    const { id } = await newEntry(model, { title: 'It' })
    await send(id, first.id)
    await send(id, first.id)
    expect(await mailedTo(first)).toHaveLength(1)
    await send(id, second.id)
    expect([await mailedTo(first), await mailedTo(second)].map((mails) => mails.length)).toEqual([1, 1])
  })

  test('taken back at once, to oneself or to nobody tells nobody; nor whoever does not want to hear', async () => {
    const [quick, deaf] = [await newMember(acme, 'Quick'), await newMember(acme, 'Deaf')]
    await as(deaf)(changeProfile, { body: { notifications: { reviews: false } } })
    const [one, two, three] = [await newEntry(model, {}), await newEntry(model, {}), await newEntry(model, {})]
    await send(one.id, quick.id)
    await giveBack(one.id, agent)
    await send(two.id, deaf.id)
    await send(three.id, quick.id, quick)
    expect([await mailedTo(quick), await mailedTo(deaf)]).toEqual([[], []])
  })
})

test('given back tells who sent it, with what was said of it', async () => {
  const writer = await newMember(acme, 'Wim')
  const { id } = await newEntry(model, { title: 'It' })
  await send(id, admin.id, writer)
  await as(admin)(writeEntryComment, { params: { id }, body: { text: 'Say it shorter.' } })
  await giveBack(id, admin)
  expect(await mailedTo(writer)).toMatchObject([{ kind: 'ended', title: 'It', said: 'Say it shorter.' }])
})

describe('an undo of an article that was in review', () => {
  const of = (id: string) => ({ params: { id } })
  const sendArticle = (id: string, body: { reviewer?: string; back?: boolean }, by = admin) =>
    as(by)(sendForReview, { ...of(id), body })
  const ways: Record<string, (id: string) => Promise<unknown>> = {
    async archived(id) {
      await as(admin)(archiveArticle, { ...of(id), body: {} })
      await as(admin)(unarchiveArticle, { ...of(id), query: {} })
    },
    async published(id) {
      await as(admin)(publishArticle, { ...of(id), body: {} })
      await as(admin)(unpublishArticle, { ...of(id), query: {} })
    },
  }

  test.each(Object.keys(ways))(
    'mails the reviewer no second time once it was %s, and it stays sent by its writer',
    async (way) => {
      const [reviewer, writer] = [await newMember(acme, 'Rea', 'AdminUser'), await newMember(acme, 'Wolf', 'AdminUser')]
      const { id } = await newArticle({ title: 'How lamps work' })
      await sendArticle(id, { reviewer: reviewer.id }, writer)
      expect(await mailedTo(reviewer)).toHaveLength(1)
      await ways[way]!(id)
      expect(await sendArticle(id, { back: true })).toMatchObject({ status: 'in_review' })
      expect(await mailedTo(reviewer)).toHaveLength(1)
      await as(reviewer)(endReview, { ...of(id), query: {} })
      expect(await mailedTo(writer)).toMatchObject([{ kind: 'ended' }])
      await sendArticle(id, {}, writer)
      expect(await mailedTo(reviewer)).toHaveLength(2)
    },
  )

  test.each(Object.keys(ways))(
    'mails the reviewer after all where it was %s before their mail had gone',
    async (way) => {
      const reviewer = await newMember(acme, 'Rex', 'AdminUser')
      const { id } = await newArticle({ title: 'How lamps work' })
      await sendArticle(id, { reviewer: reviewer.id })
      await ways[way]!(id)
      expect(await mailedTo(reviewer)).toHaveLength(0)
      await sendArticle(id, { back: true })
      expect(await mailedTo(reviewer)).toMatchObject([{ kind: 'asked' }])
    },
  )
})
