import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/refusals.ts'
import type { Document } from '#contract/writing/document.ts'
import { createSaver, type Save, type SaveOutcome, type SaverOptions, type Unsaved } from './saver.ts'

type Changes = { title?: string; excerpt?: string; document?: Document }
type Article = { revision: number }
const words = (text: string): Document => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const article = (revision: number): Article => ({ revision })
const changedDocument = { document: words('') }
const problem = (status: number, code: string) => ({ problem: { status, code, detail: '' } as Problem })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a saver. The server of this saver returns `answers` in the given order. */
function begin(...answers: SaveOutcome<Article>[]) {
  return beginWith(undefined, answers)
}

function beginWith(onFaults: SaverOptions<Changes, Article>['onFaults'], answers: SaveOutcome<Article>[]) {
  const sent: Save<Changes>[] = []
  const states: string[] = []
  const kept: { now: Unsaved<Changes> | null } = { now: null }
  const asked: Changes[] = []
  const joined = vi.fn()
  const page = { text: 'Begun' }
  const options: SaverOptions<Changes, Article> = {
    send: async (save) => {
      sent.push(save)
      return answers.shift() ?? { answer: article(sent.length + 1) }
    },
    readChanges: (changes) => ('document' in changes ? { ...changes, document: words(page.text) } : changes),
    keep: (unsaved) => {
      kept.now = unsaved
    },
    onSaved: async ({ revision }, { changes }) => (changes.excerpt === 'contested' ? undefined : revision),
    ...(onFaults && { onFaults }),
    onConflict: () => void asked.push(saver.changes()),
    onJoined: joined,
    onState: ({ is }) => void states.push(is),
  }
  const saver = createSaver(options, 1)
  return { saver, sent, states, kept, asked, joined, page }
}

test('what is written is kept at once, and saved within a second however one types on', async () => {
  const { saver, sent, kept, states } = begin()
  saver.changed({ title: 'T' })
  await vi.advanceTimersByTimeAsync(900)
  saver.changed({ title: 'Ti' })
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  saver.keepNow()
  expect(kept.now).toEqual({ base: 1, changes: { title: 'Ti' } })
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toEqual([{ base: 1, changes: { title: 'Ti' } }])
  expect(kept.now).toBeNull()
  expect(states.at(-1)).toBe('saved')
})

test('the next save begins from what the one before made', async () => {
  const { saver, sent } = begin()
  saver.changed(changedDocument)
  await saver.flush()
  saver.changed({ excerpt: 'E' })
  await saver.flush()
  expect(sent.map(({ base }) => base)).toEqual([1, 2])
})

test('a save whose answer was lost is sent again as it was, and later words go on from what it made', async () => {
  const { saver, sent, kept, states, page } = begin(problem(0, 'unreachable'), { answer: article(2) })
  saver.changed(changedDocument)
  expect(await saver.flush()).toBe(false)
  expect(states.at(-1)).toBe('offline')
  const first = { base: 1, changes: { document: words('Begun') } }
  expect(kept.now).toEqual({ base: 1, changes: {}, sent: first })
  page.text = 'Begun, and more'
  saver.changed(changedDocument)
  saver.changed({ title: 'T' })
  saver.keepNow()
  const rest = { title: 'T', document: words('Begun, and more') }
  expect(kept.now).toEqual({ base: 1, changes: rest, sent: first })
  expect(await saver.flush()).toBe(true)
  expect(sent).toEqual([first, first, { base: 2, changes: rest }])
  expect(kept.now).toBeNull()
})

test('an answer that came in part is a lost one, and a page that is closed keeps what was under way', async () => {
  const { saver, sent, kept } = begin(problem(200, 'unreachable'), problem(502, 'unreachable'))
  saver.changed({ title: 'T' })
  await saver.flush()
  await saver.flush()
  const first = { base: 1, changes: { title: 'T' } }
  expect(sent).toEqual([first, first])
  saver.changed({ excerpt: 'E' })
  saver.leave()
  expect(kept.now).toEqual({ base: 1, changes: { excerpt: 'E' }, sent: first })
  expect(saver.isDirty()).toBe(true)
})

test('what was sent again and is contested is asked about with all that was written since', async () => {
  const { saver, sent, asked } = begin(problem(0, 'unreachable'), problem(409, 'conflict'))
  saver.changed({ title: 'T' })
  await saver.flush()
  saver.changed({ excerpt: 'E' })
  expect(await saver.flush()).toBe(false)
  expect([sent.length, asked]).toEqual([2, [{ title: 'T', excerpt: 'E' }]])
})

test('without the connection it tries again by itself', async () => {
  const { saver, states } = begin(problem(0, 'unreachable'), problem(503, 'busy'))
  saver.changed(changedDocument)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states.at(-1)).toBe('saved')
})

test('two texts of one place are asked about, and nothing is sent before the answer', async () => {
  const { saver, sent, asked, kept } = begin(problem(409, 'conflict'))
  saver.changed(changedDocument)
  await saver.flush()
  saver.changed({ title: 'T' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(1)
  expect(asked).toHaveLength(1)
  expect(kept.now).toEqual({ base: 1, changes: { title: 'T', document: words('Begun') } })
  saver.goOnFrom(9, changedDocument)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.at(-1)).toEqual({ base: 9, changes: { document: words('Begun') } })
})

test('a refused text stays kept, and the next change tries again', async () => {
  const { saver, sent, kept, states } = begin(problem(400, 'document-invalid'))
  saver.changed(changedDocument)
  expect(await saver.flush()).toBe(false)
  expect(states.at(-1)).toBe('refused')
  expect(kept.now).not.toBeNull()
  saver.changed(changedDocument)
  expect(await saver.flush()).toBe(true)
  expect(sent).toHaveLength(2)
})

test('what others wrote while there was no connection is told once, and nothing else is', async () => {
  const { saver, joined } = begin(
    { answer: article(3) },
    problem(0, 'offline'),
    { answer: article(5) },
    { answer: article(7) },
  )
  saver.changed({ title: 'Joined at once' })
  await saver.flush()
  expect(joined).not.toHaveBeenCalled()
  saver.changed({ title: 'Kept' })
  await saver.flush()
  await saver.flush()
  expect(joined).toHaveBeenCalledOnce()
  saver.changed({ title: 'Joined at once again' })
  await saver.flush()
  expect(joined).toHaveBeenCalledOnce()
})

test('nobody is told of others where only the connection was away', async () => {
  const { saver, joined, states } = begin(problem(0, 'offline'), { answer: article(2) })
  saver.changed({ title: 'Kept' })
  await saver.flush()
  await saver.flush()
  expect([states.at(-1), joined.mock.calls]).toEqual(['saved', []])
})

test('a refused value is held back until it is changed, and the others are saved', async () => {
  const told = vi.fn()
  const refused = problem(400, 'entry-invalid')
  refused.problem.fields = { 'fields.title': 'Too long' }
  const { saver, sent, states, kept } = beginWith(told, [refused, { answer: article(2) }, { answer: article(3) }])
  saver.changed({ title: 'Long', excerpt: 'E' })
  await saver.flush()
  expect(told).toHaveBeenCalledExactlyOnceWith({ title: 'Too long' })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.at(-1)).toEqual({ base: 1, changes: { excerpt: 'E' } })
  expect([states.at(-1), kept.now]).toEqual(['refused', { base: 2, changes: { title: 'Long' } }])
  saver.changed({ title: 'T' })
  expect(await saver.flush()).toBe(true)
  expect(sent.at(-1)).toEqual({ base: 2, changes: { title: 'T' } })
})

test('nothing more is sent if what came back cannot be joined, and the changes keep their base', async () => {
  const { saver, sent, states, kept } = begin({ answer: article(4) })
  saver.changed({ title: 'T' })
  saver.changed({ excerpt: 'contested' })
  await saver.flush()
  saver.changed({ excerpt: 'More' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveLength(1)
  expect([states.at(-1), kept.now]).toEqual(['conflict', { base: 1, changes: { excerpt: 'More' } }])
})
