import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { changeEntry, listEntries, publishEntry } from '#contract/content/entries.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newContentKey, newKey } from '#test/new-key.ts'
import { reachServer } from '#test/reach-server.ts'
import { acme, app, settings } from '#test/world.ts'

const guide = readFileSync('docs/build-a-site.md', 'utf8')
const scripts = [...guide.matchAll(/^```js (\S+)\n(.*?)^```$/gms)].map(([, name, text]) => ({
  name: name!,
  text: text!,
}))

test('the scripts of the guide make models, bring sixty posts in two languages and build a site with pictures', async () => {
  await as(acme.admin)(changeLanguages, { body: { items: ['en', 'de'] } })
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  for (const { name, text } of scripts) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'reach-server.mjs'), reachServer((app.server.address() as AddressInfo).port))
  const picture = { create: { width: 1600, height: 900, channels: 3, background: '#0a6' } } as const
  writeFileSync(join(folder, 'boat.png'), await sharp(picture).png().toBuffer())
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    API: `http://${settings.apiHost}`,
    WRITE_KEY: await newKey(acme, ['content:read', 'content:write', 'content:publish', 'content-models:write']),
    SITE_KEY: (await newContentKey(acme, 'delivery')).secret,
  }
  const run = (name: string) =>
    promisify(execFile)(process.execPath, ['--import', './reach-server.mjs', name], { cwd: folder, env })
  const page = (path: string) => readFileSync(join(folder, 'site', path), 'utf8')
  const revisions = async () => {
    const { items } = await as(acme.agent)(listEntries, { query: { model: 'blogPost', limit: 100 } })
    return items.map(({ id, revision }) => ({ id, revision }))
  }

  await run('models.mjs')
  await run('import.mjs')
  await run('build.mjs')
  expect(readdirSync(join(folder, 'site/en'))).toHaveLength(60)
  expect(readdirSync(join(folder, 'site/de'))).toHaveLength(60)
  expect(page('en/day-1/index.html')).toContain('<h2>Day 1</h2>')
  expect(page('en/day-1/index.html')).toContain('alt="A boat"')
  expect(page('de/tag-1/index.html')).toMatch(/<title>Tag 1<\/title>.*Ada Lovelace.*<h2>Tag 1<\/h2>.*alt="Ein Boot"/s)
  expect(page('de/tag-1/index.html')).toContain('<p>Wir sind den ganzen Tag <strong>gesegelt</strong>.</p>')
  const [file] = readdirSync(join(folder, 'site/pictures'))
  expect(await sharp(join(folder, 'site/pictures', file!)).metadata()).toMatchObject({ format: 'webp', width: 1280 })

  const before = await revisions()
  await run('models.mjs')
  await run('import.mjs')
  expect(await revisions()).toEqual(before)

  const params = { model: 'blogPosts', id: before[0]!.id }
  await as(acme.agent)(changeEntry, { params, body: { fields: { slug: 'another-day' } } })
  await as(acme.agent)(publishEntry, { params, body: {} })
  await run('build.mjs')
  expect(page('_redirects')).toMatch(/^\/en\/day-\d+ \/en\/another-day 301$/m)
})
