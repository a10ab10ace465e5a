import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { platform, settings } from '#test/world.ts'

const app = await createApp(platform, { load: () => Promise.reject(new Error('No page is asked for here')) })
afterAll(() => app.close())

const folder = fileURLToPath(new URL('client/assets', buildFolder))
const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))
const sizeOf = (name: string) => readFileSync(`${folder}/${name}`).length
const largest = names.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]!
const get = (name: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/assets/${name}`, headers: { host: settings.appHost, ...headers } })

test('every script and style has its compressed siblings from the build', () => {
  const bare = names.filter(
    (name) => sizeOf(name) >= 1024 && !(existsSync(`${folder}/${name}.br`) && existsSync(`${folder}/${name}.gz`)),
  )
  expect([bare, names.length > 0]).toEqual([[], true])
})

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
])('whoever accepts %s gets the same file in it', async (coding, accepted, decompress) => {
  const { headers, rawPayload } = await get(largest, { 'accept-encoding': accepted })
  expect(headers).toMatchObject({
    'content-encoding': coding,
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect(rawPayload.length).toBeLessThan(sizeOf(largest) / 2)
  expect(decompress(rawPayload).equals(readFileSync(`${folder}/${largest}`))).toBe(true)
})

test('whoever accepts nothing gets the file as it is, and is told that it varies', async () => {
  const { headers, rawPayload } = await get(largest)
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, expect.stringMatching(/accept-encoding/i)])
  expect(rawPayload.equals(readFileSync(`${folder}/${largest}`))).toBe(true)
})

test('each coding has an ETag of its own, by which it is not sent again', async () => {
  const [plain, br] = [await get(largest), await get(largest, { 'accept-encoding': 'br' })]
  expect(br.headers.etag).not.toBe(plain.headers.etag)
  const again = await get(largest, { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})

test('a part of a page says what it is and for whom, and no more', async () => {
  const { headers } = await get(largest)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' })
  expect(headers).not.toHaveProperty('permissions-policy')
})

test('what is not among them is answered with what a page may do', async () => {
  const { headers } = await get('nothing.js')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})
