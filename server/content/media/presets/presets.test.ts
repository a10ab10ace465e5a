import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { changeMedia } from '#contract/content/media.ts'
import {
  changeMediaPreset,
  createMediaPreset,
  deleteMediaPreset,
  listMediaPresets,
  mostPresets,
} from '#contract/content/media-presets.ts'
import type { InputOf } from '#contract/pages.ts'
import { as, ask } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newMedia, newPicture } from '#test/new-media.ts'
import { acme, app, globex, type Person, settings } from '#test/world.ts'

type Body = InputOf<typeof createMediaPreset>['body']

const asAdmin = as(acme.admin)
let number = 0
const create = (body: Partial<Body> = {}, person: Person = acme.admin) => {
  number += 1
  return as(person)(createMediaPreset, { body: { name: `size${number}`, width: 40, ...body } })
}
const get = (url: string, domain = acme.domain, headers: Record<string, string> = {}) =>
  app.inject({
    url: url.replace(/^https?:\/\/[^/]+/, ''),
    headers: { host: `${domain}.${settings.rootDomain}`, ...headers },
  })
const measure = async (url: string) => {
  const { rawPayload, statusCode } = await get(url)
  if (statusCode !== 200) return statusCode
  const { width, height, format } = await sharp(rawPayload).metadata()
  return `${width}x${height} ${format}`
}

describe('a picture by the name of a size', () => {
  test('comes exactly so, at one, two or three times as many pixels', async () => {
    const { url } = await newMedia(await newPicture(600, 400))
    const { name } = await create({ width: 137, height: 91, format: 'jpeg' })
    expect(await measure(`${url}?preset=${name}`)).toBe('137x91 jpeg')
    expect(await measure(`${url}?preset=${name}&dpr=2`)).toBe('274x182 jpeg')
    expect(await measure(`${url}?preset=${name}&dpr=4`)).toBe('411x273 jpeg')
    const within = await create({ width: null, height: 33, fit: 'inside', format: 'png' })
    expect(await measure(`${url}?preset=${within.name}`)).toBe('50x33 png')
  })

  test('comes in what the address says besides, where sizes are again of the ladder', async () => {
    const { url } = await newMedia(await newPicture(600, 400))
    const { name } = await create({ width: 137, height: 137, format: 'jpeg' })
    expect(await measure(`${url}?preset=${name}&format=webp`)).toBe('137x137 webp')
    expect(await measure(`${url}?preset=${name}&w=60&h=30`)).toBe('64x32 jpeg')
  })

  test('is the new one after a change of the preset, by the next request', async () => {
    const { url } = await newMedia(await newPicture(600, 400))
    const { id, name } = await create({ width: 50, format: 'png' })
    const address = `${url}?preset=${name}`
    for (let turn = 0; turn < 3; turn += 1) expect(await measure(address)).toBe('50x33 png')
    await asAdmin(changeMediaPreset, { params: { id }, body: { width: 60 } })
    expect(await measure(address)).toBe('60x40 png')
    await asAdmin(changeMediaPreset, { params: { id }, body: { name: `${name}-new` } })
    expect(await measure(address)).toBe(400)
    expect(await measure(`${address}-new`)).toBe('60x40 png')
    await asAdmin(deleteMediaPreset, { params: { id } })
    expect(await measure(`${address}-new`)).toBe(400)
  })

  test('is of its workspace alone, and is there for signed addresses too', async () => {
    const { id, url } = await newMedia(await newPicture(600, 400))
    const { name } = await create({ width: 44, format: 'png' })
    const other = await newMedia(await newPicture(600, 400), globex.agent)
    expect((await get(`${other.url}?preset=${name}`, globex.domain)).json()).toMatchObject({
      status: 400,
      detail: 'There is no preset of this name.',
    })
    const { url: signed } = await asAdmin(changeMedia, { params: { id }, body: { isPublic: false } })
    expect(await measure(`${signed}&preset=${name}`)).toBe('44x29 png')
    expect(await measure(`${url}?preset=${name}`)).toBe(404)
  })

  test.each(['', '%27', 'a%00', 'x'.repeat(60), '&preset=b'])(
    'is refused by a name that none has: %s',
    async (name) => {
      const { url } = await newMedia()
      expect(await measure(`${url}?preset=${name}`)).toBe(400)
    },
  )
})

describe('presets', () => {
  test('have defaults, are listed by name, for the team and for programs', async () => {
    const made = await create({ name: 'aaa', height: 20 })
    expect(made).toMatchObject({ width: 40, height: 20, fit: 'cover', crop: 'focal', format: 'auto', quality: 80 })
    const { items } = await as(acme.agent)(listMediaPresets, {})
    expect(items[0]).toEqual(made)
    const token = await newKey(acme, ['content:read'])
    expect((await as({ ...acme.admin, token })(listMediaPresets, {})).items[0]).toEqual(made)
  })

  test('are made, changed and deleted by admins', async () => {
    const { id } = await create()
    expect(await create({}, acme.agent)).toMatchObject({ code: 'not-allowed' })
    expect(await as(acme.agent)(changeMediaPreset, { params: { id }, body: { width: 9 } })).toMatchObject({
      code: 'not-allowed',
    })
    expect(await as(acme.agent)(deleteMediaPreset, { params: { id } })).toMatchObject({ code: 'not-allowed' })
  })

  test.each<[Partial<Body>, string]>([
    [{ name: '1st' }, 'Start with a letter'],
    [{ name: 'a b' }, 'Start with a letter'],
    [{ width: 2561 }, 'Enter at most 2560'],
    [{ width: null }, 'Enter a width or a height'],
    [{ quality: 0 }, 'Enter 1 to 100'],
  ])('are refused with a sentence: %j', async (body, sentence) => {
    const response = await ask(acme.admin, createMediaPreset, { body: { name: 'fine', width: 9, ...body } })
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('have a name once, and keep one of their sides', async () => {
    const [one, other] = [await create(), await create()]
    expect(await create({ name: one.name })).toMatchObject({ code: 'media-preset-name-taken' })
    const change = (body: object) => asAdmin(changeMediaPreset, { params: { id: other.id }, body })
    expect(await change({ name: one.name })).toMatchObject({ code: 'media-preset-name-taken' })
    expect(await change({ width: null })).toMatchObject({ code: 'invalid' })
    expect(await change({ width: null, height: 7 })).toMatchObject({ width: null, height: 7 })
    expect(await change({})).toMatchObject({ height: 7 })
  })

  test('are so many at most, as many as come at once', async () => {
    const there = (await as(globex.admin)(listMediaPresets, {})).items.length
    const answers = await Promise.all(Array.from({ length: mostPresets - there + 3 }, () => create({}, globex.admin)))
    expect(answers.filter(({ code }) => code === 'too-many-media-presets')).toHaveLength(3)
  })
})

test('what somebody else changed of a preset meanwhile is not written over', async () => {
  const preset = await create({ width: 50, height: 40 })
  const change = (body: object) => asAdmin(changeMediaPreset, { params: { id: preset.id }, body })
  await change({ width: 60, base: { width: 50 } })
  expect(await change({ width: 70, quality: 60, base: { width: 50, quality: 80 } })).toMatchObject({
    ...{ status: 409, code: 'conflict', theirs: { width: 60 }, yours: { width: 70 } },
  })
  expect(await change({ quality: 60, base: { quality: 80 } })).toMatchObject({ width: 60, quality: 60 })
  expect(await change({ width: 70, base: { width: 60 } })).toMatchObject({ width: 70 })
})
