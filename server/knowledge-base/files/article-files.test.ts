import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { changeArticle, publishArticle, showArticle, unpublishArticle } from '#contract/knowledge-base/articles.ts'
import { changeKnowledgeBaseSettings } from '#contract/knowledge-base/categories.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { as, ask } from '#test/ask.ts'
import { gifOf, pngClaiming } from '#test/hostile-pictures.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, app, globex, owner, type Person, platform, runJobs, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const host = `${acme.domain}.${settings.rootDomain}`
const visit = (url: string, person: Person | null = null, headers: Record<string, string> = {}) =>
  app.inject({
    url,
    headers: { host, ...(person && { cookie: `access_token=${person.token}` }), ...headers },
  })

let tone = 0
/** Creates a picture with unique bytes. */
async function newPicture(width: number, height = 40) {
  tone += 1
  const background = { r: tone, g: 80, b: 120 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return { name: 'shift.png', type: 'image/png', bytes }
}
const upload = async (width: number, height?: number) =>
  (await uploaded(acme.admin, await newPicture(width, height))).id
const showing = (...files: string[]) => ({
  type: 'doc',
  content: files.map((file) => ({ type: 'picture', attrs: { file, alt: 'A shift' } })),
})
const at = (id: string, name = '960.webp') => `/knowledgebase/files/${id}-${name}`
const pageOf = async (slug: string) => (await visit(`/knowledgebase/article/${slug}`)).body

// Requests a picture size that another process is still making. The request waits for ten seconds, so the other tests
// run meanwhile.
async function askInVain() {
  const file = (await uploaded(globex.admin, await newPicture(1200, 600))).id
  await newLiveArticle({ title: 'Not in time', document: showing(file) }, globex.admin)
  // Deletes the jobs that would make the picture sizes in advance.
  await owner.query('delete from graphile_worker._private_jobs')
  const ask = (name: string) => visit(at(file, name), null, { host: `${globex.domain}.${settings.rootDomain}` })
  const other = await ask('480.webp')
  await owner.query(
    `insert into pictures (workspace_id, file_id, edge, busy_until) values ($1, $2, 960, now() + interval '1 hour')`,
    [globex.id, file],
  )
  return { other, answer: ask('960.webp') }
}
const inVain = await askInVain()

describe('a picture of a live text', () => {
  test('stands on its page with its measures, in sizes that are not larger than it is', async () => {
    const [wide, small] = [await upload(2000, 1000), await upload(300, 100)]
    const { slug } = await newLiveArticle({ title: 'With pictures', document: showing(wide, small) })
    expect(await pageOf(slug)).toContain(`src="${at(wide)}" alt="A shift" loading="lazy"`)
    await runJobs()
    const page = await pageOf(slug)
    expect(page).toContain(
      `src="${at(wide)}" srcset="${at(wide, '480.webp')} 480w, ${at(wide)} 960w, ${at(wide, '1600.webp')} 1600w" sizes="(min-width: 720px) 720px, 100vw" alt="A shift" width="2000" height="1000" loading="lazy"`,
    )
    expect(page).toContain(
      `src="${at(small, '480.webp')}" srcset="${at(small, '480.webp')} 300w" sizes="(min-width: 300px) 300px, 100vw" alt="A shift" width="300" height="100"`,
    )
  })

  test('comes as WebP of that width, is kept by browsers, and is not sent again', async () => {
    const id = await upload(1200, 600)
    await newLiveArticle({ title: 'In sizes', document: showing(id) })
    const sizes = await Promise.all(
      ['480.webp', '960.webp', '1600.webp', '1200.jpg'].map(async (name) => {
        const { headers, rawPayload } = await visit(at(id, name))
        const { width } = await sharp(rawPayload).metadata()
        return [headers['content-type'], width]
      }),
    )
    expect(sizes).toEqual([...[480, 960, 1200].map((width) => ['image/webp', width]), ['image/jpeg', 1200]])
    const { headers } = await visit(at(id))
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect((await visit(at(id), null, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  test('is made in the sizes that its page offers when that is published', async () => {
    const id = await upload(1200, 600)
    await newLiveArticle({ title: 'Made ahead', document: showing(id) })
    await runJobs()
    const { rows } = await owner.query(
      'select edge from pictures where workspace_id = $1 and file_id = $2 and mime is not null order by edge',
      [acme.id, id],
    )
    expect(rows.map(({ edge }) => edge)).toEqual([480, 960, 1600, 2560])
  })

  test('moves in its sizes, and as it was sent where that would take too long', async () => {
    const blackThenWhite = Buffer.concat([Buffer.alloc(600 * 9 * 3), Buffer.alloc(600 * 9 * 3, 255)])
    const twice = sharp(blackThenWhite, { raw: { width: 600, height: 18, channels: 3, pageHeight: 9 } })
    const add = async (bytes: Buffer) =>
      (await uploaded(acme.admin, { name: 'moves.gif', type: 'image/gif', bytes })).id
    const [short, long] = [await add(await twice.gif().toBuffer()), await add(gifOf(140, 500))]
    await newLiveArticle({ title: 'Moving', document: showing(short, long) })
    const seen = await Promise.all(
      [short, long].map(async (id) => {
        const { rawPayload, headers } = await visit(at(id, '480.webp'))
        return [headers['content-type'], (await sharp(rawPayload).metadata()).pages]
      }),
    )
    expect(seen).toEqual([
      ['image/webp', 2],
      ['image/gif', 140],
    ])
  })

  test('is made in no other size, and not of what only calls itself one', async () => {
    const { id } = await uploaded(acme.admin, { ...(await newPicture(10)), bytes: Buffer.from('<svg onload="x">') })
    const bomb = (await uploaded(acme.admin, { ...(await newPicture(10)), bytes: pngClaiming(30_000, 30_000) })).id
    await newLiveArticle({ title: 'No pictures', document: showing(id, bomb) })
    await runJobs()
    const names = ['960.webp', '961.webp', '2560.webp', '960.jpg', '1200.webp', '960.svg']
    const statuses = await Promise.all(names.map(async (name) => (await visit(at(id, name))).statusCode))
    expect([...statuses, (await visit(at(bomb))).statusCode]).toEqual([404, 404, 404, 404, 404, 404, 404])
  })

  test('is gone with the text, also for who knows its tag, and comes back with it', async () => {
    const picture = await upload(100)
    const { id } = await newLiveArticle({ title: 'Here and gone', document: showing(picture) })
    const status = async () => (await visit(at(picture), null, { 'if-none-match': `"${picture}-960"` })).statusCode
    expect(await status()).toBe(304)
    await asAdmin(unpublishArticle, { params: { id }, query: {} })
    expect(await status()).toBe(404)
    await asAdmin(publishArticle, { params: { id }, body: {} })
    expect(await status()).toBe(304)
    await asAdmin(changeArticle, { params: { id }, body: { visibility: 'team' } })
    expect(await status()).toBe(404)
    await asAdmin(changeArticle, { params: { id }, body: { visibility: 'public' } })
    await asAdmin(changeKnowledgeBaseSettings, { body: { isOpen: false } })
    expect(await status()).toBe(404)
    await asAdmin(changeKnowledgeBaseSettings, { body: { isOpen: true } })
    expect(await status()).toBe(304)
  })

  test('that a draft has no more stays until that is published', async () => {
    const picture = await upload(100)
    const { id } = await newLiveArticle({ title: 'Shown for now', document: showing(picture) })
    await asAdmin(changeArticle, { params: { id }, body: { document: showing(await upload(50)) } })
    expect((await visit(at(picture))).statusCode).toBe(200)
    await asAdmin(publishArticle, { params: { id }, body: {} })
    expect((await visit(at(picture))).statusCode).toBe(404)
  })

  test('of customers is shown to them, and kept by no cache that others share', async () => {
    const picture = await upload(100)
    await newLiveArticle({ title: 'For customers', document: showing(picture), visibility: 'customers' })
    const answer = await visit(at(picture), acme.customer)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect((await visit(at(picture))).statusCode).toBe(404)
  })

  test('of a text that is included is shown with it', async () => {
    const picture = await upload(100)
    const { id } = await newLiveArticle({ title: 'Included', document: showing(picture) })
    const include = { type: 'include', attrs: { reference: { kind: 'article', id } } }
    const { slug } = await newLiveArticle({ title: 'Including', document: { type: 'doc', content: [include] } })
    expect(await pageOf(slug)).toContain(at(picture))
  })
})

test('a file is a download by its name from the host of files, as long as the text offers it', async () => {
  const { id: file } = await uploaded(acme.admin, textFile('größe.html', '<script>alert(1)</script>'))
  const picture = await upload(100)
  const offered = { type: 'file', attrs: { file, name: 'größe.html' } }
  const document = { type: 'doc', content: [offered, ...showing(picture).content] }
  const { slug, id } = await newLiveArticle({ title: 'With a file', document })
  expect(await pageOf(slug)).toContain(`href="/knowledgebase/files/${file}" download`)
  const led = await visit(`/knowledgebase/files/${file}`)
  const { hostname, pathname } = new URL(String(led.headers.location))
  const sent = await app.inject({ url: pathname, headers: { host: hostname } })
  expect([led.statusCode, led.headers['cache-control'], hostname]).toEqual([302, 'no-store', settings.filesHost])
  expect(sent.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringContaining("filename*=UTF-8''gr%C3%B6%C3%9Fe.html"),
  })
  // A picture cannot be downloaded as the original file, because the file can contain the place where it was taken.
  expect((await visit(`/knowledgebase/files/${picture}`)).statusCode).toBe(404)
  await asAdmin(unpublishArticle, { params: { id }, query: {} })
  expect((await visit(`/knowledgebase/files/${file}`)).statusCode).toBe(404)
})

test('a file has the name that its readers know, also where others have the same bytes under another', async () => {
  const offering = async (name: string) => {
    const { id: file } = await uploaded(acme.admin, textFile(name, 'The same'))
    return { type: 'doc', content: [{ type: 'file', attrs: { file, name } }] }
  }
  const own = await offering('for-the-team.txt')
  await newLiveArticle({ title: 'Team alone', visibility: 'team', document: own })
  const { slug } = await newLiveArticle({ title: 'Everybody', document: await offering('for-everybody.txt') })
  await runJobs()
  const [, path] = /href="(\/knowledgebase\/files\/[^"]+)"/.exec(await pageOf(slug))!
  const { hostname, pathname } = new URL(String((await visit(path!)).headers.location))
  const { headers } = await app.inject({ url: pathname, headers: { host: hostname } })
  expect(headers['content-disposition']).toContain('filename="for-everybody.txt"')
})

test('what two articles show is stored once', async () => {
  const picture = await newPicture(100)
  const [first, second] = [await uploaded(acme.admin, picture), await uploaded(acme.admin, picture)]
  await newLiveArticle({ title: 'First to show it', document: showing(first.id) })
  const { slug } = await newLiveArticle({ title: 'Second to show it', document: showing(second.id) })
  await runJobs()
  const page = await pageOf(slug)
  expect(page).toContain(at(first.id, '480.webp'))
  expect(page).not.toContain(second.id)
  await expect(platform.storage.read(fileKey(acme.id, second.id))).rejects.toThrow(/ENOENT/)
  expect((await visit(at(first.id))).statusCode).toBe(200)
  const { rows } = await owner.query('select file_id from pictures where file_id = any($1)', [[first.id, second.id]])
  expect(new Set(rows.map(({ file_id }) => file_id))).toEqual(new Set([first.id]))
})

test('whoever previews a link is shown the picture that was chosen, else the first', async () => {
  const [shown, chosen] = [await upload(100), await upload(100)]
  const body = { title: 'Previewed', document: showing(shown) }
  const [one, other] = [await newLiveArticle(body), await newLiveArticle({ ...body, socialImage: chosen })]
  const image = (id: string) =>
    `<meta property="og:image" content="${settings.workspaceOrigin(acme.domain)}${at(id, '1200.jpg')}"/>`
  expect(await pageOf(one.slug)).toContain(image(shown))
  expect(await pageOf(other.slug)).toContain(image(chosen))
  expect(await pageOf(other.slug)).toContain('<meta name="twitter:card" content="summary_large_image"/>')
})

describe('an article that the API answers', () => {
  const withFiles = (picture: string, file: string) => ({
    document: {
      type: 'doc',
      content: [...showing(picture).content, { type: 'file', attrs: { file, name: 'list.txt' } }],
    },
  })
  const origin = settings.workspaceOrigin(acme.domain)
  const answered = (person: Person | null, id: string) =>
    ask(person, showArticle, { params: { id }, query: {} }, person ? {} : { host })
  const addressesIn = (html: string) => [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)

  test('tells anybody where its pictures and files are on the public pages, at addresses that do not run out', async () => {
    const [picture, file] = [await upload(1000, 500), (await uploaded(acme.admin, textFile('list.txt'))).id]
    const { id } = await newLiveArticle({ title: 'By the API', ...withFiles(picture, file) })
    await runJobs()
    const { html } = (await answered(null, id)).json()
    expect(addressesIn(html)).toEqual([origin + at(picture), `${origin}/knowledgebase/files/${file}`])
    expect(html).toContain(`srcset="${origin}${at(picture, '480.webp')} 480w, ${origin}${at(picture)} 960w`)
    expect((await answered(null, id)).json().html).toBe(html)
    expect((await visit(at(picture))).statusCode).toBe(200)
  })

  test('gives programs of whoever signed in addresses that need no cookie, and nobody else any', async () => {
    const [picture, file] = [await upload(400), (await uploaded(acme.admin, textFile('list.txt'))).id]
    const given = { title: 'For customers', visibility: 'customers' as const, ...withFiles(picture, file) }
    const { id } = await newLiveArticle(given)
    const addresses = addressesIn((await answered(acme.customer, id)).json().html)
    expect(addresses.map((address) => new URL(address).origin)).toEqual([settings.filesOrigin, settings.filesOrigin])
    expect((await answered(null, id)).statusCode).toBe(404)
    expect((await visit(at(picture))).statusCode).toBe(404)
  })

  test('has no file in a part of another article that its reader may not read', async () => {
    const picture = await upload(300)
    const ours = await newLiveArticle({ title: 'Ours alone', visibility: 'team', document: showing(picture) })
    const include = { type: 'include', attrs: { reference: { kind: 'article', id: ours.id } } }
    const { id } = await newLiveArticle({ title: 'Includes', document: { type: 'doc', content: [include] } })
    expect((await answered(null, id)).json().html).not.toContain(picture)
  })
})

test('a picture comes in another size for a minute where the one that is asked for is not made in time', async () => {
  expect(inVain.other.statusCode).toBe(200)
  const { statusCode, headers, rawPayload } = await inVain.answer
  expect([statusCode, headers['cache-control'], headers.etag]).toEqual([200, 'public, max-age=60', undefined])
  const { width, format } = await sharp(rawPayload).metadata()
  expect([width, headers['content-type']]).toEqual([1200, `image/${format}`])
})
