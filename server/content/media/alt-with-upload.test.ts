import { expect, test } from 'vitest'
import { addMediaFromAddress, listMedia } from '#contract/content/media.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newPicture } from '#test/new-media.ts'
import { outside } from '#test/outside.ts'
import { textFile, upload } from '#test/upload.ts'
import { acme } from '#test/world.ts'

await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
type Words = [name: string, value: string][]
const add = async (words: Words, files = 1) => {
  const pictures = await Promise.all(Array.from({ length: files }, () => newPicture()))
  const answer = await upload(acme.agent, pictures, { url: '/api/v1/media', words })
  return { status: answer.statusCode, ...answer.json() }
}

test('a file comes with its alternative text in each language', async () => {
  const { items } = await add([
    ['alt[en]', ' Two chairs '],
    ['alt[de]', 'Zwei Stühle'],
  ])
  expect(items[0]).toMatchObject({ alt: { en: 'Two chairs', de: 'Zwei Stühle' }, caption: {} })
})

test('so does one that is taken from an address', async () => {
  const { bytes } = await newPicture()
  const address = outside('pictures.elsewhere.org/alt.png', (_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
  )
  const taken = await as(acme.agent)(addMediaFromAddress, { body: { address, alt: { de: 'Ein Stuhl' } } })
  expect(taken).toMatchObject({ alt: { de: 'Ein Stuhl' } })
})

test.each([
  ['a language that the workspace does not have', [['alt[fr]', 'Chaise']], 1, 400, /language/i],
  ['a text without its language', [['alt', 'Chair']], 1, 400, /alt\[en\]/],
  ['another field', [['title', 'Chair']], 1, 400, /does not take title/],
  ['a text that is too long', [['alt[en]', 'x'.repeat(501)]], 1, 400, /500/],
  ['a text without end', [['alt[en]', 'x'.repeat(100_000)]], 1, 400, /too long/],
  ['a language twice', [['alt[en]', 'x'], ['alt[en]', 'y']], 1, 400, /once/], // biome-ignore format: a row
  ['several files', [['alt[en]', 'Chair']], 2, 400, /one file/],
])('%s is refused, and no file is added', async (_, words, files, status, detail) => {
  const before = (await as(acme.agent)(listMedia, { query: {} })).items.length
  const answer = await add(words as Words, files)
  expect(answer).toMatchObject({ status, detail: expect.stringMatching(detail) })
  expect((await as(acme.agent)(listMedia, { query: {} })).items).toHaveLength(before)
})

test('files of tickets take no words beside them', async () => {
  const answer = await upload(acme.agent, [textFile()], { words: [['alt[en]', 'x']] })
  expect(answer.statusCode).toBe(400)
})
