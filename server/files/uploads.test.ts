import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { textFile, type Upload, upload, uploaded } from '#test/upload.ts'
import { acme, globex, makeWorkspace, owner, type Person, platform, runJobs, settings } from '#test/world.ts'
import { takeUploads } from './keep-file.ts'
import { cleanMime } from './mime-types.ts'
import { fileKey } from './storage-keys.ts'
import { cleanFileName } from './uploads/upload-files.ts'

const megabytes = (count: number): Upload => ({
  ...textFile('big.bin'),
  bytes: Buffer.alloc(count * 1024 * 1024),
})
const rowsOf = async (workspaceId: string) =>
  (await owner.query('select id from files where workspace_id = $1', [workspaceId])).rows
const isStored = (workspaceId: string, id: string) =>
  platform.storage.read(fileKey(workspaceId, id)).then(
    () => true,
    () => false,
  )
async function storedOf(workspaceId: string) {
  const keys: string[] = []
  for await (const key of platform.storage.list(workspaceId)) keys.push(key)
  return keys
}
const take = (ids: string[], { id: uploaderId }: Pick<Person, 'id'>, workspaceId = acme.id) =>
  inWorkspace(platform.app, workspaceId, (tx) => takeUploads(tx, ids, uploaderId))

afterEach(() => {
  ;(settings as { limitFactor: number }).limitFactor = 1000
})

describe('an upload', () => {
  test('is answered with a name, a kind and a size for each file, in their order', async () => {
    const answer = await upload(acme.customer, [textFile('one.txt', '1'), textFile('two.txt', '22')])
    expect([answer.statusCode, answer.json().items]).toEqual([
      201,
      [
        { id: expect.any(String), name: 'one.txt', mime: 'text/plain', bytes: 1 },
        { id: expect.any(String), name: 'two.txt', mime: 'text/plain', bytes: 2 },
      ],
    ])
  })

  test('may be an empty file, and no upload is without any', async () => {
    expect((await upload(acme.agent, [textFile('empty.txt', '')])).json().items).toMatchObject([{ bytes: 0 }])
    expect((await upload(acme.agent, [])).json()).toMatchObject({ status: 400, code: 'invalid' })
  })

  test('of more than 50 MB together is refused and leaves neither row nor byte', async () => {
    const place = await makeWorkspace('heavy', 'Heavy', ['Hal', 'Hex', 'Hob', 'Huw'])
    const answer = await upload(place.agent, [megabytes(17), megabytes(17), megabytes(17)])
    expect(answer.json()).toMatchObject({ status: 413, code: 'files-too-large' })
    expect([await rowsOf(place.id), await storedOf(place.id)]).toEqual([[], []])
  })

  test('with one file that is too large leaves none of the others', async () => {
    const place = await makeWorkspace('large', 'Large', ['Lea', 'Leo', 'Lux', 'Lia'])
    const answer = await upload(place.agent, [textFile(), megabytes(26)])
    expect(answer.json()).toMatchObject({ status: 413, code: 'file-too-large' })
    expect([await rowsOf(place.id), await storedOf(place.id)]).toEqual([[], []])
  })

  test('waits when a thousand of the workspace are waiting for a message, whoever uploads', async () => {
    const place = await makeWorkspace('busy', 'Busy', ['Bob', 'Bea', 'Ben', 'Bix'])
    await owner.query(
      `insert into files (workspace_id, name, mime, bytes) select $1, 'x', 'text/plain', 1 from generate_series(1, 1000)`,
      [place.id],
    )
    ;(settings as { limitFactor: number }).limitFactor = 1
    const refused = await upload(place.customer, [textFile()])
    const elsewhere = await upload(globex.customer, [textFile()])
    expect(refused.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect([refused.headers['retry-after'], elsewhere.statusCode]).toEqual([expect.any(String), 201])
  })
})

test('an upload for which a workspace has no more room is refused, however it comes, and elsewhere there is room', async () => {
  const place = await makeWorkspace('filled', 'Filled', ['Fay', 'Fox', 'Fred', 'Fin'])
  await owner.query(`insert into files (workspace_id, name, mime, bytes) values ($1, 'x', 'text/plain', $2)`, [
    place.id,
    settings.mostStoredBytes - 1,
  ])
  const refused = await upload(place.customer, [textFile()])
  expect(refused.json()).toMatchObject({ status: 409, code: 'storage-full' })
  expect(await storedOf(place.id)).toEqual([])
  expect((await upload(globex.customer, [textFile()])).statusCode).toBe(201)
})

describe('a message takes', () => {
  test('uploads of its own author, each once', async () => {
    const { id } = await uploaded(acme.agent, textFile())
    await take([id], acme.agent)
    await expect(take([id], acme.agent)).rejects.toMatchObject({ code: 'file-not-found' })
  })

  test('no upload of somebody else, of a colleague as little as of another workspace', async () => {
    const { id } = await uploaded(acme.agent, textFile())
    await expect(take([id], acme.admin)).rejects.toMatchObject({ code: 'file-not-found' })
    await expect(take([id], acme.customer)).rejects.toMatchObject({ code: 'file-not-found' })
    await expect(take([id], acme.agent, globex.id)).rejects.toMatchObject({ code: 'file-not-found' })
  })

  test('all of its files or none', async () => {
    const { id } = await uploaded(acme.agent, textFile())
    await expect(take([id, randomUUID()], acme.agent)).rejects.toMatchObject({ code: 'file-not-found' })
    await expect(take([id], acme.agent)).resolves.toBeUndefined()
  })

  test('one upload for one of two that are written at the same time', async () => {
    const { id } = await uploaded(acme.agent, textFile())
    const taken = await Promise.allSettled([take([id], acme.agent), take([id], acme.agent)])
    expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('50 MB at most', async () => {
    const { rows } = await owner.query(
      `insert into files (workspace_id, name, mime, bytes, uploader_id)
       select $1, 'x', 'text/plain', 26000000, $2 from generate_series(1, 3) returning id`,
      [acme.id, acme.agent.id],
    )
    const ids: string[] = rows.map(({ id }) => id)
    await expect(take(ids, acme.agent)).rejects.toMatchObject({ code: 'files-too-large' })
    await expect(take(ids.slice(1), acme.agent)).resolves.toBeUndefined()
  })
})

test('an upload that no message took within a day goes, with its bytes, and all others stay', async () => {
  const place = await makeWorkspace('tidy', 'Tidy', ['Tia', 'Tom', 'Ted', 'Tea'])
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const [old, young] = [await uploaded(place.agent, textFile()), await uploaded(place.agent, textFile())]
  const logo = await uploaded(place.admin, { name: 'logo.png', type: 'image/png', bytes: picture })
  expect(await as(place.admin)(changeWorkspace, { body: { logoFileId: logo.id } })).toMatchObject({
    logoFileId: logo.id,
  })
  await owner.query(`update files set created_at = now() - interval '25 hours' where id in ($1, $2)`, [old.id, logo.id])
  await owner.query(`select jobs.enqueue('files.delete-abandoned', '{}'::json, null, 3, null, 0)`)
  await runJobs()
  const left = await Promise.all([old, young, logo].map(({ id }) => isStored(place.id, id)))
  expect(left).toEqual([false, true, true])
  expect((await rowsOf(place.id)).map(({ id }) => id).sort()).toEqual([young.id, logo.id].sort())
})

test.each([
  ['text/plain', 'text/plain'],
  ['IMAGE/PNG', 'image/png'],
  ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.text'],
  ['text/html; charset=utf-8', 'application/octet-stream'],
  ['text/html\r\nX-Evil: 1', 'application/octet-stream'],
  ['html', 'application/octet-stream'],
  ['', 'application/octet-stream'],
  [undefined, 'application/octet-stream'],
  [`text/${'x'.repeat(200)}`, 'application/octet-stream'],
])('a file that calls itself %j is kept as %s', (given, kept) => {
  expect(cleanMime(given, 'file')).toBe(kept)
})

test.each([
  ['photo.PNG', undefined, 'image/png'],
  ['photo.jpeg', 'application/octet-stream', 'image/jpeg'],
  ['photo.png', 'text/plain', 'text/plain'],
  ['page.html', undefined, 'application/octet-stream'],
  ['png', undefined, 'application/octet-stream'],
  ['constructor.constructor', undefined, 'application/octet-stream'],
])('a file %s that calls itself %j is kept as %s', (name, given, kept) => {
  expect(cleanMime(given, name)).toBe(kept)
})

test.each([
  ['report.pdf', 'report.pdf'],
  ['  spaced name .txt ', 'spaced name .txt'],
  ['dir/', 'file'],
  ['\u0001\u001f', 'file'],
  ['a\u2066b\u200ec.txt', 'abc.txt'],
  ['Größe 田.txt', 'Größe 田.txt'],
  ['x'.repeat(255), 'x'.repeat(255)],
  [`${'x'.repeat(300)}.${'e'.repeat(17)}`, 'x'.repeat(255)],
  [`${'x'.repeat(300)}.tar`, `${'x'.repeat(251)}.tar`],
  [undefined, 'file'],
])('the name %j becomes %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept)
})
