import { createHash, randomBytes } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import sharp from 'sharp'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMediaFromUpload } from '#contract/content/media.ts'
import { cancelResumableUpload, createResumableUpload, showResumableUpload } from '#contract/files/resumable-uploads.ts'
import { createApp } from '#server/app.ts'
import { as, ask } from '#test/ask.ts'
import { acme, app, globex, owner, type Person, platform, runJobs, settings } from '#test/world.ts'

const api = settings.apiHost
const path = createResumableUpload.path
const asAgent = as(acme.agent)
const tus = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

const begin = (bytes: number, { person = acme.agent, name = 'notes.txt', type = 'text/plain' } = {}) =>
  as(person)(
    createResumableUpload,
    {},
    {
      ...{ ...tus, 'upload-length': String(bytes) },
      'upload-metadata': `filename ${base64(name)},filetype ${base64(type)}`,
    },
  )
const add = (id: string, offset: number, bytes: Buffer | string, { token }: Pick<Person, 'token'> = acme.agent) =>
  app.inject({
    method: 'PATCH',
    url: `${path}/${id}`,
    headers: {
      ...{ ...tus, host: api, authorization: `Bearer ${token}`, 'upload-offset': String(offset) },
      'content-type': 'application/offset+octet-stream',
    },
    payload: bytes,
  })
const place = (id: string) => ({ params: { id } })
const receivedOf = async (id: string) => (await asAgent(showResumableUpload, place(id))).received
async function storedIn(kind: string) {
  const keys: string[] = []
  for await (const key of platform.storage.list(acme.id)) if (key.split('/')[1] === kind) keys.push(key)
  return keys
}

describe('an upload in parts', () => {
  test('is one file in the library, with its name, kind and content', async () => {
    const { id } = await begin(10)
    expect((await add(id, 0, 'hello')).headers).toMatchObject({ 'upload-offset': '5', 'tus-resumable': '1.0.0' })
    expect(await asAgent(showResumableUpload, place(id))).toMatchObject({ name: 'notes.txt', bytes: 10, received: 5 })
    expect((await add(id, 5, 'world')).statusCode).toBe(204)
    const added = await asAgent(addMediaFromUpload, { body: { upload: id } })
    const hash = createHash('sha256').update('helloworld').digest('hex')
    expect(added).toMatchObject({ name: 'notes.txt', mime: 'text/plain', bytes: 10, hash })
    await runJobs()
    expect(await storedIn('parts')).toEqual([])
    expect(await asAgent(showResumableUpload, place(id))).toMatchObject({ code: 'upload-not-found' })
  })

  test('is taken once, and only when all of it is here', async () => {
    const { id } = await begin(4)
    await add(id, 0, 'ab')
    expect(await asAgent(addMediaFromUpload, { body: { upload: id } })).toMatchObject({ code: 'upload-incomplete' })
    await add(id, 2, 'cd')
    const taken = await Promise.all([1, 2, 3].map(() => asAgent(addMediaFromUpload, { body: { upload: id } })))
    expect(taken.map(({ code }) => code ?? 'taken').toSorted()).toEqual([
      'taken',
      'upload-not-found',
      'upload-not-found',
    ])
  })

  test('takes of two parts at one byte the first, and tells the other where it stands', async () => {
    const { id } = await begin(4)
    const answers = await Promise.all([add(id, 0, 'aa'), add(id, 0, 'bb')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
    expect(await receivedOf(id)).toBe(2)
    expect((await add(id, 4, 'x')).json()).toMatchObject({ code: 'upload-elsewhere' })
  })

  test('takes no more than it said, and keeps what it had', async () => {
    const { id } = await begin(4)
    await add(id, 0, 'ab')
    const stored = await storedIn('parts')
    expect((await add(id, 2, 'cde')).json()).toMatchObject({ status: 400 })
    expect(await receivedOf(id)).toBe(2)
    expect(await storedIn('parts')).toEqual(stored)
  })

  test('a picture that is none is refused when it is taken', async () => {
    const { id } = await begin(4, { name: 'a.png', type: 'image/png' })
    await add(id, 0, 'none')
    expect(await asAgent(addMediaFromUpload, { body: { upload: id } })).toMatchObject({ code: 'picture-unreadable' })
  })

  test.each([
    ['without a size', { ...tus }, 400, 'invalid'],
    ['of a size that is none', { ...tus, 'upload-length': '-1' }, 400, 'invalid'],
    ['that is too large', { ...tus, 'upload-length': String(25 * 1024 * 1024 + 1) }, 413, 'file-too-large'],
    ['of another version', { 'tus-resumable': '0.2.2', 'upload-length': '1' }, 412, 'upload-version-unknown'],
  ])('%s does not begin', async (_, headers: Record<string, string>, status, code) => {
    expect(await asAgent(createResumableUpload, {}, headers)).toMatchObject({ status, code })
  })

  test('bytes of another type are not taken', async () => {
    const { id } = await begin(4)
    const url = `${path}/${id}`
    const headers = { ...tus, host: api, authorization: `Bearer ${acme.agent.token}`, 'upload-offset': '0' }
    const answer = await app.inject({
      ...{ method: 'PATCH', url, headers: { ...headers, 'content-type': 'text/plain' }, payload: 'abcd' },
    })
    expect(answer.statusCode).toBe(415)
    expect(await receivedOf(id)).toBe(0)
  })

  test('is cancelled with what came of it', async () => {
    const { id } = await begin(4)
    await add(id, 0, 'ab')
    const [part] = await partsOf(id)
    expect(await asAgent(cancelResumableUpload, place(id))).toEqual({})
    await runJobs()
    expect((await add(id, 2, 'cd')).statusCode).toBe(404)
    expect((await storedIn('parts')).some((key) => key.includes(part!))).toBe(false)
  })

  test('is forgotten after a day', async () => {
    const { id } = await begin(4)
    await add(id, 0, 'ab')
    const [part] = await partsOf(id)
    await owner.query(`update resumable_uploads set created_at = now() - interval '25 hours' where id = $1`, [id])
    await owner.query(`select jobs.enqueue('files.delete-abandoned', '{}'::json, null, 3, null, 0)`)
    await runJobs()
    expect(await asAgent(showResumableUpload, place(id))).toMatchObject({ code: 'upload-not-found' })
    expect((await storedIn('parts')).some((key) => key.includes(part!))).toBe(false)
  })

  test.each([
    ['a colleague', () => acme.admin],
    ['somebody of another workspace', () => globex.admin],
  ])('is nobody else’s: %s', async (_, stranger) => {
    const { id } = await begin(4)
    expect((await add(id, 0, 'ab', stranger())).statusCode).toBe(404)
    expect(await as(stranger())(addMediaFromUpload, { body: { upload: id } })).toMatchObject({
      code: 'upload-not-found',
    })
    expect((await ask(stranger(), cancelResumableUpload, place(id))).statusCode).toBe(404)
    expect(await receivedOf(id)).toBe(0)
  })

  test('of one person at most 200 are under way', async () => {
    await owner.query(
      `insert into resumable_uploads (workspace_id, uploader_id, name, mime, bytes)
       select $1, $2, 'open', 'text/plain', 1 from generate_series(1, 200)`,
      [globex.id, globex.agent.id],
    )
    expect(await begin(1, { person: globex.agent })).toMatchObject({ code: 'too-many-open-uploads' })
    await owner.query('delete from resumable_uploads where uploader_id = $1', [globex.agent.id])
  })
})

async function partsOf(id: string): Promise<string[]> {
  return (await owner.query('select parts from resumable_uploads where id = $1', [id])).rows[0].parts
}

describe('over a connection', () => {
  let node: Awaited<ReturnType<typeof createApp>>
  let port: number

  beforeAll(async () => {
    node = await createApp(platform)
    await node.listen({ port: 0, host: '127.0.0.1' })
    port = (node.server.address() as AddressInfo).port
  })
  afterAll(() => node.close())

  test('a client of tus brings a picture in parts, and goes on where another one stopped', async () => {
    const noise = await sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
      .png()
      .toBuffer()
    const options = {
      endpoint: `http://127.0.0.1:${port}${path}`,
      headers: { host: api, authorization: `Bearer ${acme.agent.token}` },
      metadata: { filename: 'noise.png', filetype: 'image/png' },
      chunkSize: 100_000,
    }
    const begun = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(noise, {
        ...options,
        onError: reject,
        onChunkComplete: () => upload.abort().then(() => resolve(upload.url!)),
      })
      upload.start()
    })
    const id = begun.split('/').at(-1)!
    expect(await receivedOf(id)).toBe(100_000)
    await new Promise<void>((resolve, reject) =>
      new Upload(noise, { ...options, uploadUrl: begun, onError: reject, onSuccess: () => resolve() }).start(),
    )
    const added = await asAgent(addMediaFromUpload, { body: { upload: id } })
    expect(added).toMatchObject({ kind: 'image', width: 400, height: 300, bytes: noise.length })
  })

  test('that breaks, what came stays', async () => {
    const { id } = await begin(1000)
    const socket = connect(port, '127.0.0.1')
    const head = [
      `PATCH ${path}/${id} HTTP/1.1`,
      `host: ${api}`,
      `authorization: Bearer ${acme.agent.token}`,
      ...['tus-resumable: 1.0.0', 'upload-offset: 0', 'content-type: application/offset+octet-stream'],
      'content-length: 1000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(600)}`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    socket.destroy()
    await expect.poll(() => receivedOf(id)).toBe(600)
    expect((await add(id, 600, 'y'.repeat(400))).statusCode).toBe(204)
  })
})
