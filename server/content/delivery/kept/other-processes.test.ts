import { describe, expect, test } from 'vitest'
import { changeEntry, publishEntry, unpublishEntry } from '#contract/content/entries.ts'
import type { App } from '#server/platform/http/platform.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { otherNode } from '#test/other-node.ts'
import { acme, app, owner, platform, settings } from '#test/world.ts'

const asAgent = as(acme.agent)
const model = await newModel({ isPublic: true })
const key = (await newContentKey(acme, 'delivery')).secret
const place = (id: string) => ({ params: { model: model.pluralKey, id } })

type Reader = { name: string; headers: Record<string, string>; query: string }
const readers: Reader[] = [
  { name: 'a program with a key', headers: { authorization: `Bearer ${key}` }, query: '' },
  { name: 'anybody', headers: {}, query: `?domain=${acme.domain}` },
]

const read = (on: App, id: string, { headers, query }: Reader) =>
  on.inject({
    url: `/api/v1/content/${model.pluralKey}/${id}${query}`,
    headers: { host: settings.apiHost, ...headers },
  })
const titleOn = async (on: App, id: string, reader: Reader) => (await read(on, id, reader)).json().title

/** Creates a published entry and reads it three times, because an answer is cached from its second request on. */
async function keptOn(on: App, reader: Reader, title: string) {
  const { id } = await newLiveEntry(model, { title })
  await expect.poll(() => titleOn(on, id, reader), { timeout: 20_000 }).toBe(title)
  for (const _ of [1, 2, 3]) await read(on, id, reader)
  return id
}

async function retitle(id: string, title: string) {
  await asAgent(changeEntry, { ...place(id), body: { fields: { title } } })
  await asAgent(publishEntry, { ...place(id), body: {} })
}

/** Changes the published text and the revision directly in the database, so that no process is notified. */
async function changeUnheard(id: string, from: string, to: string) {
  const replaced = await owner.query(
    'update content_published set body = replace(body, $3, $4) where workspace_id = $1 and entry_id = $2',
    [acme.id, id, from, to],
  )
  expect(replaced.rowCount).toBeGreaterThan(0)
  await owner.query('update content_spaces set revision = revision + 1 where workspace_id = $1', [acme.id])
}

describe.each(readers)('$name', (reader) => {
  test('reads what another process published', async () => {
    const node = await otherNode()
    const id = await keptOn(node.app, reader, 'Published here')
    await retitle(id, 'Published again')
    await expect.poll(() => titleOn(node.app, id, reader), { timeout: 20_000 }).toBe('Published again')
    await asAgent(unpublishEntry, { ...place(id), query: {} })
    await expect.poll(async () => (await read(node.app, id, reader)).statusCode, { timeout: 20_000 }).toBe(404)
  })

  test('reads it at once where a process hears of no other', async () => {
    const node = await otherNode()
    const id = await keptOn(node.app, reader, 'Heard')
    const { headers } = await read(node.app, id, reader)
    await node.hub.stop()
    for (const title of ['Not heard', 'Not heard again', 'Never heard']) {
      await retitle(id, title)
      expect(await titleOn(node.app, id, reader)).toBe(title)
      expect(await titleOn(node.app, id, reader)).toBe(title)
    }
    const known = { ...reader, headers: { ...reader.headers, 'if-none-match': String(headers.etag) } }
    const again = await read(node.app, id, known)
    expect(again.statusCode).toBe(200)
    await asAgent(unpublishEntry, { ...place(id), query: {} })
    expect((await read(node.app, id, reader)).statusCode).toBe(404)
  })

  test('reads also what was published while the channel was cut, once it is there again', async () => {
    const id = await keptOn(app, reader, 'Before')
    const before = platform.hub.listeningConnection()!
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'startup-tools listener' and datname = current_database()`,
    )
    await changeUnheard(id, 'Before', 'Meanwhile')
    await expect.poll(() => platform.hub.listeningConnection(), { timeout: 20_000 }).toBeGreaterThan(before)
    expect(await titleOn(app, id, reader)).toBe('Meanwhile')
  })

  test('is answered from memory otherwise, so that these tests show something', async () => {
    const id = await keptOn(app, reader, 'In memory')
    await owner.query(
      'update content_published set body = replace(body, $3, $4) where workspace_id = $1 and entry_id = $2',
      [acme.id, id, 'In memory', 'In the database'],
    )
    // A slow process may check the revision again. The revision did not change, so the cached answer remains valid.
    expect(await titleOn(app, id, reader)).toBe('In memory')
  })
})
