import { beforeEach, expect, test } from 'vitest'
import { beginExport, cancelExport, listExports, showExport } from '#contract/bulk/exports.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { download, newExport } from '#test/run-export.ts'
import { acme, globex, owner, platform, runJobs } from '#test/world.ts'

const asAdmin = as(acme.admin)
const begin = (options: Record<string, unknown> = {}) => asAdmin(beginExport, { body: { kind: 'articles', options } })
const fileOf = async (id: string) =>
  (await owner.query('select file_id from exports where id = $1', [id])).rows[0].file_id

await newArticle({ title: 'One' })
beforeEach(async () => {
  await owner.query('delete from exports where workspace_id = any($1)', [[acme.id, globex.id]])
})

test('an export is written by a job, and downloaded by a signed address', async () => {
  const made = await newExport()
  expect(made).toMatchObject({ state: 'done', total: 1, done: 1, expiresAt: expect.any(String) })
  const answer = await download(made.url!)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('articles.zip')
  expect(answer.rawPayload.length).toBe(made.bytes)
  expect((await download(`${made.url!}x`)).statusCode).toBe(404)
})

test('its file goes after a day, or when it is taken away', async () => {
  const made = await newExport()
  const fileId = await fileOf(made.id)
  await owner.query(`update exports set ended_at = now() - interval '25 hours'`)
  await owner.query(`select graphile_worker.add_job('exports.keep', '{}')`)
  await runJobs()
  await runJobs()
  expect(await asAdmin(showExport, { params: { id: made.id } })).toMatchObject({
    state: 'done',
    url: null,
    expiresAt: null,
  })
  await expect(platform.storage.read(fileKey(acme.id, fileId))).rejects.toThrow(/ENOENT/)
  const other = await newExport()
  expect(await asAdmin(cancelExport, { params: { id: other.id } })).toMatchObject({ state: 'done', expiresAt: null })
  expect((await download(other.url!)).statusCode).toBe(404)
})

test('one that is cancelled leaves no file', async () => {
  const { id } = await begin()
  expect((await asAdmin(cancelExport, { params: { id } })).state).toBe('cancelled')
  await runJobs()
  expect(await asAdmin(showExport, { params: { id } })).toMatchObject({ state: 'cancelled', url: null, bytes: null })
  expect(await fileOf(id)).toBeNull()
})

test('one is at work at a time, and its kind and options are known ones', async () => {
  await begin()
  expect((await begin()).code).toBe('export-at-work')
  await runJobs()
  expect((await begin({ format: 'pdf' })).code).toBe('invalid')
  expect((await begin({ category: acme.agent.id })).code).toBe('category-not-found')
  expect((await asAdmin(beginExport, { body: { kind: 'recipes' } })).code).toBe('export-kind-unknown')
})

test('whoever is no admin any more has nothing written', async () => {
  const { id } = await begin()
  await owner.query(`update members set role = 'TeamUser' where id = $1`, [acme.admin.id])
  await runJobs()
  await owner.query(`update members set role = 'FreeAdminUser' where id = $1`, [acme.admin.id])
  expect(await asAdmin(showExport, { params: { id } })).toMatchObject({ state: 'failed', url: null })
})

test('a stranger finds no export, and the team none of the admins', async () => {
  const { id } = await begin()
  expect((await ask(globex.admin, showExport, { params: { id } })).statusCode).toBe(404)
  expect((await ask(globex.admin, cancelExport, { params: { id } })).statusCode).toBe(404)
  expect((await ask(acme.agent, showExport, { params: { id } })).statusCode).toBe(403)
  expect((await as(globex.admin)(listExports, { query: {} })).items).toEqual([])
})
