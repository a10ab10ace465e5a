import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { pngClaiming } from '#test/hostile-pictures.ts'
import { uploaded } from '#test/upload.ts'
import { acme, app, globex, owner, platform, settings } from '#test/world.ts'
import { type FileUse, signFileUrl } from './file-urls.ts'
import { fileKey } from './storage-keys.ts'

const fetchFile = (url: string, host = new URL(url).hostname, headers: Record<string, string> = {}) =>
  app.inject({ url: new URL(url).pathname, headers: { host, ...headers } })
const sign = (fileId: string, use: FileUse, workspaceId = acme.id) =>
  signFileUrl(platform, { workspaceId, fileId, use })
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'blue' } })

async function kept(type: string, bytes: Buffer | string): Promise<string> {
  const file = { name: 'file.bin', type, bytes: Buffer.from(bytes) }
  return (await uploaded(acme.agent, file)).id
}

describe('what is uploaded leaves as a download', () => {
  test.each([
    ['text/html', '<script>alert(1)</script>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['application/pdf', '%PDF-1.7'],
    ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>'],
    ['text/javascript', 'alert(1)'],
    ['text/css', '* { color: red }'],
  ])('when it is %s, in a box where nothing runs', async (type, content) => {
    const { statusCode, body, headers } = await fetchFile(sign(await kept(type, content), 'download'))
    expect([statusCode, body]).toEqual([200, content])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-length': String(Buffer.byteLength(content)),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('a picture is shown', () => {
  const shownAs = async (type: string, picture: Sharp) => {
    const answer = await fetchFile(sign(await kept(type, await picture.toBuffer()), 'image'))
    return [answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]
  }

  test.each([
    ['image/png', plain(8, 8).png(), 'image/png'],
    ['image/jpeg', plain(8, 8).jpeg(), 'image/jpeg'],
    ['image/webp', plain(8, 8).webp(), 'image/png'],
    ['image/gif', plain(8, 8).gif(), 'image/png'],
    ['image/avif', plain(8, 8).avif(), 'image/png'],
  ])('from %s', async (type, picture, shown) => {
    expect(await shownAs(type, picture)).toEqual([200, shown, 'inline'])
  })

  test('by what it is, whatever other picture it calls itself', async () => {
    expect(await shownAs('image/gif', plain(8, 8).jpeg())).toEqual([200, 'image/jpeg', 'inline'])
  })

  test('in its own size when that is small', async () => {
    const answer = await fetchFile(sign(await kept('image/png', await plain(30, 20).png().toBuffer()), 'image'))
    const { width, height } = await sharp(answer.rawPayload).metadata()
    expect([width, height]).toEqual([30, 20])
  })

  test('the way up that its camera noted', async () => {
    const turned = await plain(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const answer = await fetchFile(sign(await kept('image/jpeg', turned), 'image'))
    const { width, height, orientation } = await sharp(answer.rawPayload).metadata()
    expect([width, height, orientation]).toEqual([20, 30, undefined])
  })

  test('no more when half of it is missing, or when it has too many points', async () => {
    const whole = await plain(400, 400).jpeg().toBuffer()
    const half = await kept('image/jpeg', whole.subarray(0, whole.length / 2))
    const huge = await kept('image/png', pngClaiming(30_000, 30_000))
    expect((await fetchFile(sign(half, 'image'))).statusCode).toBe(404)
    expect((await fetchFile(sign(huge, 'image'))).statusCode).toBe(404)
  })
})

describe('the address of a file', () => {
  test('holds for its own use alone', async () => {
    const picture = await kept('image/png', await plain(8, 8).png().toBuffer())
    const url = sign(picture, 'download')
    const others = ['image', 'logo', 'mail', 'source'].map((use) => url.replace('/download/', `/${use}/`))
    const shown = sign(picture, 'image').replace('/image/', '/download/')
    const answers = await Promise.all([...others, shown].map((other) => fetchFile(other)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
    expect((await fetchFile(url)).statusCode).toBe(200)
  })

  test('leads to the file on the files host alone', async () => {
    const url = sign(await kept('text/plain', 'Words'), 'download')
    const { apiHost, appHost, mailHost, rootDomain } = settings
    const hosts = [apiHost, appHost, mailHost, rootDomain, `${acme.domain}.${rootDomain}`, 'evil.example']
    const answers = await Promise.all(hosts.map((host) => fetchFile(url, host)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(hosts.map(() => 404))
  })

  test('is enough by itself, and no session adds to it', async () => {
    const id = await kept('text/plain', 'Words')
    const asMember = { cookie: `access_token=${acme.agent.token}`, authorization: `Bearer ${acme.agent.token}` }
    const unsigned = await fetchFile(`${settings.filesOrigin}/download/${id}`, settings.filesHost, asMember)
    const elsewhere = await fetchFile(sign(id, 'download', globex.id), settings.filesHost, asMember)
    expect([unsigned.statusCode, elsewhere.statusCode]).toEqual([404, 404])
  })

  test.each(['', '.', 'a.b', '%00.%00', `${'a'.repeat(900)}.b`, '../../../etc/passwd'])(
    'that somebody made up as %j leads nowhere',
    async (token) => {
      const answer = await fetchFile(`${settings.filesOrigin}/download/${encodeURIComponent(token)}`)
      expect(answer.statusCode).toBe(404)
    },
  )

  test('leads nowhere once the file is gone, its row or its bytes', async () => {
    const [withoutRow, withoutBytes] = [await kept('text/plain', 'a'), await kept('text/plain', 'b')]
    await owner.query('delete from files where id = $1', [withoutRow])
    await platform.storage.remove(fileKey(acme.id, withoutBytes))
    const urls = [sign(withoutRow, 'download'), sign(withoutBytes, 'download'), sign(randomUUID(), 'download')]
    const answers = await Promise.all(urls.map((url) => fetchFile(url)))
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      urls.map(() => [404, 'file-not-found']),
    )
  })
})
