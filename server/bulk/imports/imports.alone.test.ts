import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  beginImport,
  cancelImport,
  executeImport,
  listImportItems,
  listImports,
  showImport,
} from '#contract/bulk/imports.ts'
import { addMediaFromUpload, showMediaReport } from '#contract/content/media.ts'
import { createResumableUpload, showResumableUpload } from '#contract/files/resumable-uploads.ts'
import { listArticles } from '#contract/knowledge-base/articles.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { as, ask } from '#test/ask.ts'
import { execute, readBytes, readZip, report } from '#test/run-import.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, app, globex, owner, platform, runJobs, settings } from '#test/world.ts'
import { type Zipped, zip } from '#test/zip.ts'

const asAdmin = as(acme.admin)
const page = (name: string): Zipped => ({ path: `${name}.md`, bytes: `# ${name}\n\nWords` })
const nothingIsLeft = async (id: string) => {
  const { rows } = await owner.query(
    `select (select count(*) from import_items where import_id = $1)::int as items, (select count(*) from articles)::int as articles,
       (select count(*) from import_sources)::int as sources, (select count(*) from files)::int as files`,
    [id],
  )
  return rows[0]
}

beforeEach(async () => {
  await owner.query('delete from import_sources')
  await owner.query('delete from imports')
  await owner.query('delete from files')
  await owner.query('delete from articles')
})

const bomb = Buffer.alloc(40 * 1024 * 1024)
const first = page('first')
const shared = zip([first, { ...page('second'), at: 0 }])
const tooMany = () => {
  const many = zip([first])
  // Sets the number of entries in the zip directory to 60,000. The server trusts this number and refuses the zip at
  // once.
  many.writeUInt16LE(60_000, many.length - 14)
  many.writeUInt16LE(60_000, many.length - 12)
  return many
}

test.each<[string, () => Buffer, RegExp]>([
  ['names a path above itself', () => zip([{ path: '../../etc/cron.md', bytes: 'x' }]), /paths within it/],
  ['names a path of the machine', () => zip([{ path: '/etc/passwd.md', bytes: 'x' }]), /paths within it/],
  ['names a drive', () => zip([{ path: 'C:/page.md', bytes: 'x' }]), /paths within it/],
  ['names a path with backslashes', () => zip([{ path: '..\\page.md', bytes: 'x' }]), /paths within it/],
  ['has a zero in a name', () => zip([{ path: 'page.md\0.png', bytes: 'x' }]), /paths within it/],
  ['holds a link', () => zip([{ path: 'page.md', bytes: '/etc/passwd', mode: 0o120777 }]), /links to other files/],
  ['is encrypted', () => zip([{ path: 'page.md', bytes: 'x', flags: 0x801 }]), /encrypted/],
  ['becomes a thousand times what it is', () => zip([first, { path: 'p.png', bytes: bomb }]), /at most 100 times/],
  ['says less than it holds', () => zip([{ path: 'p.md', bytes: bomb, saidBytes: 10 }]), /at most 100 times/],
  ['has entries that share their bytes', () => shared, /share their bytes/],
  ['has too many entries', tooMany, /at most 10,000 files/],
  ['ends in the middle', () => zip([first, page('second')]).subarray(0, 60), /cannot be read/],
  ['holds nothing that is taken', () => zip([{ path: 'a.png', bytes: 'x' }]), /nothing in this file/],
])('an archive that %s is refused as a whole and leaves nothing', async (_, bytesOf, sentence) => {
  const read = await readBytes('docs.zip', bytesOf())
  expect(read).toMatchObject({ state: 'failed', reason: expect.stringMatching(sentence), total: 0 })
  expect(await nothingIsLeft(read.id)).toEqual({ items: 0, articles: 0, sources: 0, files: 0 })
  const { code } = await asAdmin(executeImport, { params: { id: read.id } })
  expect(code).toBe('import-not-ready')
})

test('what of an archive cannot be taken is named, and the rest is taken', async () => {
  const read = await readZip([
    first,
    { path: 'guides\\printers\\start.md', bytes: '# Start\n\nWords' },
    { path: 'guides\\', bytes: '' },
    { path: '../../etc/cron.md', bytes: 'x' },
    { path: '..\\up.md', bytes: 'x' },
    { path: 'C:\\drive.md', bytes: 'x' },
    { path: 'page\0.md', bytes: 'x' },
    { path: 'secret.md', bytes: 'x', flags: 0x801 },
    { path: 'passwd.md', bytes: '/etc/passwd', mode: 0o120777 },
    first,
  ])
  expect(read).toMatchObject({ state: 'ready', total: 2, counts: { create: 2, skip: 7 } })
  const items = await report(read.id)
  const said = Object.fromEntries(items.map(({ source, remarks }) => [source, remarks[0]?.code]))
  expect(said).toMatchObject({
    ...{ 'first.md': 'named-twice', 'guides/printers/start.md': undefined, '../../etc/cron.md': 'unsafe-path' },
    ...{ '../up.md': 'unsafe-path', 'C:/drive.md': 'unsafe-path', 'page?.md': 'unsafe-path' },
    ...{ 'secret.md': 'encrypted', 'passwd.md': 'archived-link' },
  })
  expect(await execute(read.id)).toMatchObject({ state: 'done', total: 2, done: 2, failed: 0 })
  const [start] = (await asAdmin(listArticles, { query: { q: 'Start' } })).items
  expect(start).toMatchObject({ title: 'Start', category: { name: 'printers' } })
})

test('an import that is cancelled keeps what it took in, and goes on with the rest', async () => {
  const read = await readZip(['a', 'b', 'c'].map(page))
  await asAdmin(executeImport, { params: { id: read.id } })
  await owner.query(
    `create function end_early() returns trigger language plpgsql as $$ begin
       if new.state = 'done' and new.position = 0 then
         update app.imports set state = 'cancelled', ended_at = now() where id = new.import_id;
       end if; return new; end $$;
     create trigger end_early after update on import_items for each row execute function end_early()`,
  )
  await runJobs()
  await owner.query('drop trigger end_early on import_items; drop function end_early')
  const cancelled = await asAdmin(showImport, { params: { id: read.id } })
  expect(cancelled).toMatchObject({ state: 'cancelled', total: 3, begun: 3, done: 1, isExecutable: true })
  expect((await report(read.id)).map(({ state }) => state)).toEqual(['done', 'made', 'made'])
  expect(await execute(read.id)).toMatchObject({ state: 'done', total: 3, done: 3, endedAt: expect.any(String) })
  const { rows } = await owner.query('select count(*)::int as articles from articles')
  expect(rows).toEqual([{ articles: 3 }])
})

test('what nobody goes on with for a week loses its file, and says so', async () => {
  const read = await readZip([page('left')])
  expect(read.isExecutable).toBe(true)
  await owner.query(`update imports set stepped_at = now() - interval '8 days' where id = $1`, [read.id])
  await owner.query(`select graphile_worker.add_job('imports.keep', '{}')`)
  // Runs jobs twice, because the first job queues another job for each workspace.
  await runJobs()
  await runJobs()
  expect(await asAdmin(showImport, { params: { id: read.id } })).toMatchObject({
    ...{ state: 'cancelled', isExecutable: false },
  })
  expect((await asAdmin(executeImport, { params: { id: read.id } })).code).toBe('import-not-ready')
})

test('one that is cancelled before it began is over, with its bytes', async () => {
  const file = await uploaded(acme.admin, textFile('page.md', '# Page'))
  const { id } = await asAdmin(beginImport, { body: { kind: 'articles', file: file.id } })
  expect((await asAdmin(cancelImport, { params: { id } })).state).toBe('cancelled')
  await runJobs()
  expect((await asAdmin(showImport, { params: { id } })).total).toBe(0)
  expect((await asAdmin(executeImport, { params: { id } })).code).toBe('import-not-ready')
  await expect(platform.storage.read(fileKey(acme.id, file.id))).rejects.toThrow(/ENOENT/)
})

test('one that is begun twice takes each thing once', async () => {
  const read = await readZip([page('once')])
  await asAdmin(executeImport, { params: { id: read.id } })
  expect(await execute(read.id)).toMatchObject({ state: 'done', done: 1, total: 1 })
  const { rows } = await owner.query('select count(*)::int as articles from articles')
  expect(rows).toEqual([{ articles: 1 }])
})

test('only so many are at work at a time, and an upload is imported once', async () => {
  const files = await Promise.all(['a.md', 'b.md', 'c.md'].map((name) => uploaded(acme.admin, textFile(name, 'x'))))
  const begin = (file: { id: string }) => asAdmin(beginImport, { body: { kind: 'articles', file: file.id } })
  await begin(files[0]!)
  expect((await begin(files[0]!)).code).toBe('file-not-found')
  await begin(files[1]!)
  expect((await begin(files[2]!)).code).toBe('too-many-imports')
  await runJobs()
  expect((await begin(files[2]!)).state).toBe('reading')
  expect((await asAdmin(beginImport, { body: { kind: 'recipes', file: files[2]!.id } })).code).toBe(
    'import-kind-unknown',
  )
})

describe('an archive that is larger than other files', () => {
  const MiB = 1024 * 1024
  const large = zip([page('large'), { path: 'recording.mp4', bytes: randomBytes(26 * MiB) }])
  const tus = { 'tus-resumable': '1.0.0' }
  const purpose = (name: string) => ({ 'upload-metadata': `purpose ${Buffer.from(name).toString('base64')}` })
  const open = (bytes: number, headers: object, person = acme.admin) =>
    as(person)(createResumableUpload, {}, { ...tus, 'upload-length': String(bytes), ...headers })

  async function send(bytes: Buffer): Promise<string> {
    const { id } = await open(bytes.length, purpose('import'))
    for (let at = 0; at < bytes.length; at += 10 * MiB)
      await app.inject({
        ...{ method: 'PATCH', url: `${createResumableUpload.path}/${id}`, payload: bytes.subarray(at, at + 10 * MiB) },
        headers: {
          ...{
            ...tus,
            host: settings.apiHost,
            authorization: `Bearer ${acme.admin.token}`,
            'upload-offset': String(at),
          },
          'content-type': 'application/offset+octet-stream',
        },
      })
    return id
  }

  const storedNow = async () => (await asAdmin(showMediaReport, {})).stored

  test('comes in parts, for an import and nothing else', async () => {
    const upload = await send(large)
    expect(await asAdmin(addMediaFromUpload, { body: { upload } })).toMatchObject({ code: 'file-too-large' })
    const { id } = await asAdmin(beginImport, { body: { kind: 'articles', upload } })
    await runJobs()
    expect(await execute(id)).toMatchObject({ state: 'done', total: 1, done: 1, fileName: 'file' })
    expect(await asAdmin(beginImport, { body: { kind: 'articles', upload } })).toMatchObject({
      code: 'upload-not-found',
    })
  })

  test('stays where it is when its import is refused, and counts as stored', async () => {
    const before = await storedNow()
    const upload = await send(large)
    expect((await storedNow()) - before).toBe(large.length)
    expect(await asAdmin(beginImport, { body: { kind: 'cats', upload } })).toMatchObject({
      code: 'import-kind-unknown',
    })
    expect(await asAdmin(showResumableUpload, { params: { id: upload } })).toMatchObject({ received: large.length })
  })

  test('begins for admins alone, with its purpose, up to 256 MB', async () => {
    const refused = { code: 'file-too-large' }
    expect(await open(26 * MiB, {})).toMatchObject(refused)
    expect(await open(26 * MiB, purpose('fun'))).toMatchObject(refused)
    expect(await open(26 * MiB, purpose('import'), acme.agent)).toMatchObject(refused)
    expect(await open(256 * MiB + 1, purpose('import'))).toMatchObject(refused)
    expect(await open(256 * MiB, purpose('import'))).toMatchObject({ received: 0 })
  })

  test('is named by its file or its upload, by one of them', async () => {
    const file = await uploaded(acme.admin, textFile('a.md', '# A'))
    const both = { kind: 'articles', file: file.id, upload: file.id }
    expect(await asAdmin(beginImport, { body: both })).toMatchObject({ status: 400 })
    expect(await asAdmin(beginImport, { body: { kind: 'articles' } })).toMatchObject({ status: 400 })
  })
})

test('whoever is no admin any more has nothing taken in', async () => {
  const read = await readZip([page('late')], acme.admin)
  await asAdmin(executeImport, { params: { id: read.id } })
  await owner.query(`update members set role = 'TeamUser' where id = $1`, [acme.admin.id])
  await runJobs()
  await owner.query(`update members set role = 'FreeAdminUser' where id = $1`, [acme.admin.id])
  expect(await asAdmin(showImport, { params: { id: read.id } })).toMatchObject({ state: 'failed', done: 0 })
})

test('long reports and lists come in pages', async () => {
  const read = await readZip(Array.from({ length: 7 }, (_, index) => page(`page-${index}`)))
  const params = { id: read.id }
  const one = await asAdmin(listImportItems, { params, query: { limit: 5 } })
  const two = await asAdmin(listImportItems, { params, query: { limit: 5, cursor: one.next! } })
  expect([...one.items, ...two.items].map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(two.next).toBeNull()
  expect((await asAdmin(listImports, { query: {} })).items).toMatchObject([{ id: read.id, fileName: 'docs.zip' }])
})

test('a stranger finds no import, and the upload of another is none of theirs', async () => {
  const read = await readZip([page('ours')])
  const params = { id: read.id }
  expect((await ask(globex.admin, showImport, { params })).statusCode).toBe(404)
  expect((await ask(globex.admin, executeImport, { params })).statusCode).toBe(404)
  expect((await ask(acme.agent, showImport, { params })).statusCode).toBe(403)
  const file = await uploaded(acme.agent, textFile('page.md', '# Page'))
  expect((await asAdmin(beginImport, { body: { kind: 'articles', file: file.id } })).code).toBe('file-not-found')
})
