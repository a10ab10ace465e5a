import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  answerEntryComment,
  changeEntryComment,
  deleteEntryComment,
  type EntryThread,
  listEntryComments,
  reopenEntryComment,
  resolveEntryComment,
  writeEntryComment,
} from '#contract/content/comments.ts'
import { deleteEntry } from '#contract/content/entries.ts'
import { changeContentModel, deleteContentField } from '#contract/content/models.ts'
import type { InputOf } from '#contract/pages.ts'
import { changeMember, changeProfile } from '#contract/workspace/team.ts'
import { mostComments } from '#contract/writing/comments.ts'
import { createLimiter } from '#server/platform/http/limits.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { openStream } from '#test/open-stream.ts'
import { ownApp } from '#test/own-app.ts'
import { acme, globex, mailsTo, newMember, owner, type Person, platform, runJobs, settings } from '#test/world.ts'

await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
const { admin, agent } = acme
const model = await newModel({
  localized: true,
  fields: [
    { key: 'title', label: 'Title', kind: 'text', localized: true },
    { key: 'note', label: 'Note', kind: 'text', readBy: 'admins' },
    { key: 'body', label: 'Body', kind: 'markdown' },
  ],
})
type Write = InputOf<typeof writeEntryComment>['body']
const entry = async (title = 'How lamps work') => (await newEntry(model, { title })).id
/** Sets who can read the field `body` of all entries. */
const letRead = (readBy: 'members' | 'admins') => {
  const body = { fields: [{ id: model.fields[2]!.id, readBy }] }
  return as(admin)(changeContentModel, { params: { id: model.id }, query: {}, body })
}
const write = (id: string, text: string, { by = agent, ...more }: Partial<Write> & { by?: Person } = {}) =>
  as(by)(writeEntryComment, { params: { id }, body: { text, ...more } })
const answer = (id: string, comment: string, text: string, by = admin) =>
  as(by)(answerEntryComment, { params: { id, comment }, body: { text } })
const read = (id: string, by = agent, state: 'open' | 'resolved' = 'open') =>
  as(by)(listEntryComments, { params: { id }, query: { state } })
const change = (id: string, comment: string, body: Write, by = agent) =>
  as(by)(changeEntryComment, { params: { id, comment }, body })
const remove = (id: string, comment: string, by = agent) => as(by)(deleteEntryComment, { params: { id, comment } })
const resolve = (id: string, comment: string, by = agent) => as(by)(resolveEntryComment, { params: { id, comment } })
const words = ({ items }: { items: EntryThread[] }) =>
  items.map(({ text, answers }) => [text, ...answers.map((one) => one.text)])

/** Returns the mails to a member, oldest first, after the delay in which a comment can still be taken back. */
async function mailedTo({ email }: Person) {
  await runJobs({ laterSeconds: 15 })
  return (await mailsTo(email)).toReversed().map(({ text }) => JSON.parse(text))
}

describe('a thread', () => {
  test('is about an entry, a field of it, or it in a language, with its answers in their order', async () => {
    const id = await entry()
    const whole = await write(id, '  Good.\r\nTwo lines ')
    const title = await write(id, 'Shorter?', { field: 'title', locale: 'hr' })
    await answer(id, title.id, 'Why?')
    await answer(id, title.id, 'It wraps.', agent)
    expect(whole).toMatchObject({ text: 'Good.\nTwo lines', author: { id: agent.id, name: 'Carl Test' }, field: null })
    const { items, open, resolved } = await read(id, admin)
    expect(words({ items })).toEqual([['Good.\nTwo lines'], ['Shorter?', 'Why?', 'It wraps.']])
    expect(items[1]).toMatchObject({ field: { key: 'title', label: 'Title' }, locale: 'hr', editedAt: null })
    expect([open, resolved]).toEqual([2, 0])
  })

  test('is settled and opened by anybody, and by an answer', async () => {
    const id = await entry()
    const { id: comment } = await write(id, 'Right?')
    expect(await resolve(id, comment, admin)).toMatchObject({ resolvedBy: { id: admin.id } })
    // A second `resolve` changes nothing.
    expect(await resolve(id, comment, agent)).toMatchObject({ resolvedBy: { id: admin.id } })
    expect(await read(id)).toMatchObject({ items: [], open: 0, resolved: 1 })
    expect(words(await read(id, agent, 'resolved'))).toEqual([['Right?']])
    await as(agent)(reopenEntryComment, { params: { id, comment } })
    expect(await read(id)).toMatchObject({ open: 1, resolved: 0 })
    await resolve(id, comment)
    expect(await answer(id, comment, 'Not so fast')).toMatchObject({ resolvedAt: null, resolvedBy: null })
  })

  test('is told to open pages', async () => {
    const id = await entry()
    const stream = await openStream(admin.token)
    const { id: comment } = await write(id, 'Told')
    await stream.until(/comments\.changed/)
    await remove(id, comment)
    await stream.until(/comments\.changed[\s\S]*comments\.changed/)
    await stream.close()
    expect(stream.text()).not.toContain('Told')
  })
})

describe('words', () => {
  test('are changed by whoever wrote them', async () => {
    const id = await entry()
    const { id: comment } = await write(id, 'Teh')
    expect(await change(id, comment, { text: 'The' }, admin)).toMatchObject({ code: 'comment-not-yours' })
    expect(await change(id, comment, { text: 'The' })).toMatchObject({ text: 'The', editedAt: expect.any(String) })
    expect(words(await read(id))).toEqual([['The']])
  })

  test('that stay as they are were not edited', async () => {
    const id = await entry()
    const { id: comment } = await write(id, 'The')
    expect(await change(id, comment, { text: 'The ' })).toMatchObject({ editedAt: null })
  })

  test('are deleted by whoever wrote them and by admins; a thread with answers keeps its place', async () => {
    const id = await entry()
    const other = await newMember(acme, 'Olaf')
    const thread = await write(id, 'First')
    const { answers } = await answer(id, thread.id, 'Second', other)
    expect(await remove(id, answers[0]!.id)).toMatchObject({ code: 'comment-not-yours' })
    await remove(id, thread.id)
    expect((await read(id)).items).toMatchObject([{ text: '', isDeleted: true, answers: [{ text: 'Second' }] }])
    expect(await change(id, thread.id, { text: 'Again' })).toMatchObject({ code: 'comment-not-found' })
    await answer(id, thread.id, 'Third')
    await remove(id, answers[0]!.id, admin)
    const [left] = (await read(id)).items
    expect(left!.answers.map(({ text }) => text)).toEqual(['Third'])
    await remove(id, left!.answers[0]!.id, admin)
    expect((await read(id)).items).toEqual([])
  })

  test.each<[string, Write, string]>([
    ['none', { text: ' \n ' }, 'Write something'],
    ['too many', { text: 'a'.repeat(4001) }, 'Write at most 4000 characters'],
    ['what cannot be stored', { text: 'a\u0000b' }, 'Write plain text'],
  ])('are refused with a sentence: %s', async (_, body, sentence) => {
    const response = await ask(agent, writeEntryComment, { params: { id: await entry() }, body })
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(sentence)])
  })
})

describe('what there is not is refused', () => {
  test.each<[string, Partial<Write>]>([
    ['comment-field-unknown', { field: 'nothing' }],
    ['comment-field-unknown', { field: 'note' }],
    ['language-unknown', { locale: 'fr' }],
    ['mentioned-unknown', { mentions: [randomUUID()] }],
    ['mentioned-unknown', { mentions: [globex.admin.id] }],
  ])('%s: %j', async (code, body) => {
    expect(await write(await entry(), 'A', body)).toMatchObject({ code })
  })

  test('an answer to an answer, to another entry’s thread, to none', async () => {
    const [id, other] = [await entry(), await entry()]
    const thread = await write(id, 'A')
    const { answers } = await answer(id, thread.id, 'B')
    for (const [place, comment] of [
      [id, answers[0]!.id],
      [other, thread.id],
      [id, randomUUID()],
    ] as const)
      expect(await answer(place, comment, 'C')).toMatchObject({ code: 'comment-not-found' })
  })

  test('anything on what lies in the trash, where it can still be read', async () => {
    const id = await entry()
    const { id: comment } = await write(id, 'A')
    await as(agent)(deleteEntry, { params: { model: model.pluralKey, id } })
    expect(await write(id, 'B')).toMatchObject({ code: 'entry-in-trash' })
    expect(await resolve(id, comment)).toMatchObject({ code: 'entry-in-trash' })
    expect(words(await read(id))).toEqual([['A']])
  })

  test('one more than there may be, as many as come at once', async () => {
    const id = await entry()
    const { id: comment } = await write(id, 'A')
    await owner.query(
      `insert into comments (workspace_id, entry_id, author_id, text)
       select $1, $2, $3, 'Many' from generate_series(1, $4)`,
      [acme.id, id, agent.id, mostComments - 3],
    )
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(id, 'B')))
    const refused = answers.filter((one) => (one as { code?: string }).code === 'too-many-comments')
    expect(refused).toHaveLength(3)
    expect(await answer(id, comment, 'C')).toMatchObject({ code: 'too-many-comments' })
  })
})

test('no more words than a list may tell', async () => {
  const id = await entry()
  await owner.query(
    `insert into comments (workspace_id, entry_id, author_id, text)
     select $1, $2, $3, repeat('€', 4000) from generate_series(1, 42)`,
    [acme.id, id, agent.id],
  )
  expect(await write(id, 'One more')).toMatchObject({ code: 'too-many-comments' })
})

describe('a field that only admins read', () => {
  test('has comments that only admins read, count and answer', async () => {
    const id = await entry()
    const { id: comment } = await write(id, 'Secret', { by: admin, field: 'note' })
    expect(await read(id)).toMatchObject({ items: [], open: 0, resolved: 0 })
    expect(words(await read(id, admin))).toEqual([['Secret']])
    for (const refused of [
      await answer(id, comment, 'A', agent),
      await resolve(id, comment),
      await remove(id, comment),
      await change(id, comment, { text: 'A' }),
    ])
      expect(refused).toMatchObject({ code: 'comment-not-found' })
  })

  test('keeps them so when it is deleted, and when it is gone for good', async () => {
    const own = await newModel({ fields: [{ key: 'note', label: 'Note', kind: 'markdown', readBy: 'admins' }] })
    const { id } = await newEntry(own, {})
    await write(id, 'Secret', { by: admin, field: 'note' })
    await as(admin)(deleteContentField, { params: { id: own.id, field: own.fields[0]!.id }, query: {} })
    expect(await read(id)).toMatchObject({ items: [], open: 0 })
    expect((await read(id, admin)).items).toMatchObject([{ text: 'Secret', field: null }])
    await owner.query(`update comments set field_id = gen_random_uuid() where entry_id = $1`, [id])
    expect(await read(id)).toMatchObject({ items: [], open: 0 })
    expect(words(await read(id, admin))).toEqual([['Secret']])
  })

  test('is no place to mention a member who may not read it', async () => {
    const mentions = [agent.id]
    expect(await write(await entry(), '@Carl', { by: admin, field: 'note', mentions })).toMatchObject({
      code: 'mentioned-unknown',
    })
  })
})

describe('whoever is mentioned', () => {
  test('is mailed by whom, of what, with the words and the way to it, once', async () => {
    const id = await entry()
    const nora = await newMember(acme, 'Nora')
    const thread = await write(id, 'Is this right, @Nora Test?', { field: 'title', locale: 'hr', mentions: [nora.id] })
    expect(thread.mentions).toEqual([{ id: nora.id, name: 'Nora Test' }])
    const mail = {
      ...{ about: 'mention', actorName: 'Carl Test', title: 'How lamps work', field: 'Title' },
      excerpt: 'Is this right, @Nora Test?',
      url: `${settings.workspaceOrigin(acme.domain)}/cms/content/edit/${id}?language=hr#comment-${thread.id}`,
    }
    expect(await mailedTo(nora)).toEqual([mail])
    await change(id, thread.id, { text: 'Or wrong, @Nora Test?', mentions: [nora.id] })
    await as(agent)(answerEntryComment, {
      params: { id, comment: thread.id },
      body: { text: '@Nora Test, please', mentions: [nora.id, agent.id] },
    })
    expect(await mailedTo(nora)).toEqual([mail, { ...mail, excerpt: '@Nora Test, please' }])
    expect(await mailedTo(agent)).toEqual([])
  })

  test('hears nothing of what was taken back at once', async () => {
    const id = await entry()
    const nora = await newMember(acme, 'Nora')
    const { id: deleted } = await write(id, '@Nora', { mentions: [nora.id] })
    const { id: changed } = await write(id, '@Nora', { mentions: [nora.id] })
    await runJobs()
    await remove(id, deleted)
    await change(id, changed, { text: 'Nobody' })
    expect(await mailedTo(nora)).toEqual([])
    // Mentions Nora again, so she gets a mail.
    await change(id, changed, { text: '@Nora', mentions: [nora.id] })
    expect(await mailedTo(nora)).toMatchObject([{ excerpt: '@Nora' }])
  })

  test.each<[string, (nora: Person, id: string) => Promise<unknown>]>([
    ['has left', (nora) => as(admin)(changeMember, { params: { id: nora.id }, body: { isActive: false } })],
    ['wants no such mails', (nora) => as(nora)(changeProfile, { body: { notifications: { mentioned: false } } })],
    ['would find it in the trash', (_, id) => as(agent)(deleteEntry, { params: { model: model.pluralKey, id } })],
    ['may not read the field any more', () => letRead('admins')],
  ])('is not mailed who %s meanwhile', async (_, happens) => {
    const id = await entry()
    const nora = await newMember(acme, 'Nora')
    await write(id, '@Nora', { field: 'body', mentions: [nora.id] })
    await happens(nora, id)
    expect(await mailedTo(nora)).toEqual([])
    await letRead('members')
  })

  test('is mailed by nobody more often than the limit', async () => {
    const id = await entry()
    const own = await ownApp(() => {}, { ...platform, limiter: createLimiter(1) })
    const others = await Promise.all(Array.from({ length: 20 }, () => newMember(acme, 'Nora')))
    const mentionAll = () =>
      own.inject({
        ...{ method: 'POST', url: writeEntryComment.path.replace(':id', id) },
        headers: { host: settings.apiHost, authorization: `Bearer ${agent.token}` },
        payload: { text: 'All of you', mentions: others.map((one) => one.id) },
      })
    for (let turn = 0; turn < 5; turn += 1) expect((await mentionAll()).statusCode).toBe(201)
    const refused = await mentionAll()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
    expect((await read(id)).open).toBe(5)
  })
})

describe('nobody else takes part', () => {
  test('another workspace, a customer, a key that only reads, or one of other models', async () => {
    const id = await entry()
    await write(id, 'Canary')
    expect(await read(id, globex.admin)).toMatchObject({ code: 'entry-not-found' })
    expect(await write(id, 'A', { by: globex.admin })).toMatchObject({ code: 'entry-not-found' })
    expect(await read(id, acme.customer)).toMatchObject({ code: 'not-allowed' })
    const [delivery, other, own] = await Promise.all([
      newContentKey(acme, 'preview'),
      newContentKey(acme, 'management', { models: [(await newModel()).id] }),
      newContentKey(acme, 'management', { models: [model.id] }),
    ])
    const by = (secret: string) => as({ ...agent, token: secret })(listEntryComments, { params: { id }, query: {} })
    expect(await by(delivery.secret)).toMatchObject({ code: 'scope-missing' })
    expect(await by(other.secret)).toMatchObject({ status: 404 })
    expect(words(await by(own.secret))).toEqual([['Canary']])
  })

  test('with an entry that is gone for good, they are gone', async () => {
    const id = await entry()
    const { id: comment } = await write(id, 'A', { mentions: [admin.id] })
    await answer(id, comment, 'B')
    await owner.query('delete from content_entries where id = $1', [id])
    const { rows } = await owner.query('select 1 from comments where entry_id = $1', [id])
    expect(rows).toEqual([])
  })
})
