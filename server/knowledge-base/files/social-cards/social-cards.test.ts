import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { changeArticle, publishArticle, unpublishArticle, writeTranslation } from '#contract/knowledge-base/articles.ts'
import { changeKnowledgeBaseSettings, changeLanguages } from '#contract/knowledge-base/categories.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, settings } from '#test/world.ts'
import { drawShapes, loadFaces, shapesOf } from './letters.ts'

const asAdmin = as(acme.admin)
const origin = settings.workspaceOrigin(acme.domain)
const visit = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { host: `${acme.domain}.${settings.rootDomain}`, ...headers } })

const told = (html: string, property: string) =>
  new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(html)?.[1]
const headOf = async (path: string) => (await visit(path)).body
const articleAt = (slug: string) => `/knowledgebase/article/${slug}`
const cardOf = async (path: string) => told(await headOf(path), 'og:image')?.replace(origin, '')
const titled = async (title: string) => {
  const { id, slug } = await newLiveArticle({ title })
  return { id, path: articleAt(slug), card: (await cardOf(articleAt(slug)))! }
}
/** Returns the percentage of dark pixels in an area of a card. */
async function inkOf(card: string, top = 110) {
  const { rawPayload } = await visit(card)
  const { data } = await sharp(rawPayload)
    .extract({ left: 0, top, width: 1200, height: 420 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (data.filter((tone) => tone < 128).length / data.length) * 100
}

beforeAll(async () => {
  await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
})

test('an article without a picture has one that is drawn, of 1200 by 630, with its words beside it', async () => {
  const { path, card } = await titled('Invite your team')
  const html = await headOf(path)
  expect(card).toMatch(/^\/knowledgebase\/cards\/[\da-f-]{36}-en-[\da-f]{20}\.png$/)
  const properties = ['og:image:width', 'og:image:height', 'og:image:alt', 'twitter:card']
  expect(properties.map((one) => told(html, one))).toEqual(['1200', '630', 'Invite your team', 'summary_large_image'])
  const answer = await visit(card)
  const { format, width, height } = await sharp(answer.rawPayload).metadata()
  expect([answer.statusCode, answer.headers['content-type'], format, width, height]).toEqual([
    ...[200, 'image/png', 'png', 1200, 630],
  ])
  expect(answer.rawPayload.length).toBeLessThan(40_000)
  expect(await inkOf(card)).toBeGreaterThan(1)
})

test('each letter is drawn, also those of Croatian, Polish, Vietnamese and Cyrillic, without a font of the machine', async () => {
  const titles = ['čćđšž', 'ŁŻŹĘĄ', 'ăẻừợ', 'Приве', 'AVATo']
  const inks = await Promise.all(titles.map(async (title) => inkOf((await titled(title)).card)))
  expect(inks.filter((ink) => ink < 0.5)).toEqual([])
  expect(new Set(inks).size).toBe(titles.length)
})

test('every letter is whole, wherever in a line it stands', async () => {
  const faces = await loadFaces()
  const letters = 'AaÀČčĐđEeŁłMmŠšŽžßÜøğİЖжЯяẻ019&?!…—“”€'
  const lines = Array.from({ length: 40 }, (_, at) => shapesOf(faces, 'i'.repeat(at) + letters)!)
  const paths = lines.flatMap((line) => [50, 58, 68, 80].map((size) => drawShapes(line, { x: 80, y: 339.7, size })))
  expect(paths.filter((path) => !/^(?:[MLQC]-?\d+\.\d(?: -?\d+\.\d)+|Z)+$/.test(path))).toEqual([])
})

test('a title in letters that are not at hand has a card with the name of the workspace, emoji are left out', async () => {
  const [arabic, mixed, emoji] = [
    await titled('مرحبا'),
    await titled('日本語 help'),
    await titled('Rockets 🚀👩‍🚀 fly'),
  ]
  const alts = await Promise.all(
    [arabic, mixed, emoji].map(async ({ path }) => told(await headOf(path), 'og:image:alt')),
  )
  expect(alts).toEqual(['Acme', 'Acme', 'Rockets fly'])
  expect(await inkOf(arabic.card)).toBeGreaterThan(0.3)
})

test('nothing that can be typed as a title becomes anything but letters', async () => {
  const titles = ['</path><script>alert(1)</script>', '"/><image href="file:///etc/passwd"/>', '&lt;&#60; %3C']
  const answers = await Promise.all(titles.map(async (title) => visit((await titled(title)).card)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

test('the longest title has room, cut short, and so has a word without an end', async () => {
  const titles = [`${'Every word of this title counts '.repeat(6)}`.trim(), 'W'.repeat(200), 'i'.repeat(200)]
  const below = await Promise.all(titles.map(async (title) => inkOf((await titled(title)).card, 0)))
  expect(below.filter((ink) => ink > 40)).toEqual([])
})

test('what is drawn has another address, and the one before leads to it', async () => {
  const { id, path, card } = await titled('Before')
  await asAdmin(changeArticle, { params: { id }, body: { title: 'After' } })
  expect(await cardOf(path)).toBe(card)
  await asAdmin(publishArticle, { params: { id }, body: {} })
  const renamed = (await cardOf(path))!
  expect(renamed).not.toBe(card)
  const led = await visit(card)
  expect([led.statusCode, led.headers.location, led.headers['cache-control']]).toEqual([302, renamed, 'no-store'])
  await asAdmin(changeWorkspace, { body: { accentColor: '#aa2255' } })
  const recoloured = (await cardOf(path))!
  expect(recoloured).not.toBe(renamed)
  const { rawPayload } = await visit(recoloured)
  const { data } = await sharp(rawPayload)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data]).toEqual([0xaa, 0x22, 0x55])
  await asAdmin(changeWorkspace, { body: { accentColor: null } })
})

test('each language has its own', async () => {
  const { id, path, card } = await titled('In English')
  await asAdmin(writeTranslation, { params: { id, language: 'hr' }, body: { title: 'Na hrvatskom' } })
  await asAdmin(publishArticle, { params: { id }, body: { language: 'hr' } })
  const other = await cardOf('/hr/knowledgebase/article/na-hrvatskom')
  expect([await cardOf(path), other]).toEqual([card, expect.stringContaining(`${id}-hr-`)])
})

test('browsers keep it, and are not sent it again', async () => {
  const { card } = await titled('Kept')
  const { headers } = await visit(card)
  expect(headers['cache-control']).toBe('public, max-age=31536000, s-maxage=300, immutable')
  const again = await visit(card, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect((await visit(card, {}, 'HEAD')).statusCode).toBe(200)
})

test('it is gone with its text, and while the knowledge base is closed', async () => {
  const { id, card } = await titled('Gone soon')
  await asAdmin(changeKnowledgeBaseSettings, { body: { isOpen: false } })
  expect((await visit(card)).statusCode).toBe(404)
  await asAdmin(changeKnowledgeBaseSettings, { body: { isOpen: true } })
  expect((await visit(card)).statusCode).toBe(200)
  await asAdmin(unpublishArticle, { params: { id }, query: {} })
  expect((await visit(card)).statusCode).toBe(404)
})

test('what only customers may read has none', async () => {
  const { slug } = await newLiveArticle({ title: 'For customers', visibility: 'customers' })
  const headers = { cookie: `access_token=${acme.customer.token}` }
  const { body } = await visit(articleAt(slug), headers)
  expect([body.includes('For customers'), told(body, 'og:image'), told(body, 'twitter:card')]).toEqual([
    ...[true, undefined, 'summary'],
  ])
})

test('many who ask at once are given the same', async () => {
  const { card } = await titled('Asked for by many')
  const answers = await Promise.all(Array.from({ length: 30 }, () => visit(card)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
