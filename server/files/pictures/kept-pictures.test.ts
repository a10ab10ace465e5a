import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { redactMessage, writeMessage } from '#contract/tickets/messages.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { fileKey, pictureKey } from '#server/files/storage-keys.ts'
import { as } from '#test/ask.ts'
import { newTicket } from '#test/new-ticket.ts'
import { type Upload, uploaded } from '#test/upload.ts'
import { acme, app, owner, platform, runJobs } from '#test/world.ts'

const picture = (background: string, name = 'a.png'): Promise<Upload> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
    .then((bytes) => ({ name, type: 'image/png', bytes }))
const red = await picture('red')
const green = await picture('green')

function show(fileId: string) {
  const { hostname, pathname } = new URL(signFileUrl(platform, { workspaceId: acme.id, fileId, use: 'image' }))
  return app.inject({ url: pathname, headers: { host: hostname } })
}
const replaceOriginal = (fileId: string, { bytes }: Upload) => platform.storage.put(fileKey(acme.id, fileId), bytes)
const keyOf = (fileId: string) => pictureKey(acme.id, fileId, 2560)
const rowOf = async (fileId: string) =>
  (await owner.query('select mime, bytes::int, tries from pictures where file_id = $1', [fileId])).rows[0]

let fileId: string
beforeEach(async () => {
  fileId = (await uploaded(acme.agent, red)).id
})

test('a picture is encoded at its first reading, and the original is not asked again', async () => {
  const first = await show(fileId)
  await replaceOriginal(fileId, green)
  const second = await show(fileId)
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/png'])
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(await platform.storage.read(keyOf(fileId))).toEqual(first.rawPayload)
  expect(await rowOf(fileId)).toEqual({ mime: 'image/png', bytes: first.rawPayload.length, tries: 1 })
})

test('of many who read it at the same time one encodes it', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => show(fileId)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await rowOf(fileId)).toMatchObject({ tries: 1 })
})

test('what another process encodes is waited for', async () => {
  await owner.query(
    `insert into pictures (workspace_id, file_id, edge, tries, busy_until) values ($1, $2, 2560, 1, now() + '1 minute')`,
    [acme.id, fileId],
  )
  const shown = show(fileId)
  await platform.storage.put(keyOf(fileId), green.bytes)
  await owner.query("update pictures set mime = 'image/png' where file_id = $1", [fileId])
  expect((await shown).rawPayload.equals(green.bytes)).toBe(true)
})

describe('what is no picture', () => {
  test('is known for it after its first reading, and not tried again', async () => {
    await replaceOriginal(fileId, { ...red, bytes: Buffer.from('no picture') })
    expect((await show(fileId)).statusCode).toBe(404)
    await replaceOriginal(fileId, red)
    expect((await show(fileId)).statusCode).toBe(404)
    expect(await rowOf(fileId)).toMatchObject({ mime: null, tries: 3 })
  })

  test('is taken for none where each try ended its process', async () => {
    await owner.query(
      `insert into pictures (workspace_id, file_id, edge, tries, busy_until) values ($1, $2, 2560, 3, now() - interval '1 s')`,
      [acme.id, fileId],
    )
    expect((await show(fileId)).statusCode).toBe(404)
  })

  test('is drawn as what cannot be shown, in the place where it was to be', async () => {
    await replaceOriginal(fileId, { ...red, bytes: Buffer.from('no picture') })
    const { statusCode, headers } = await show(fileId)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([404, 'image/svg+xml', 'no-store'])
  })
})

test('an original that cannot be read for a time is no verdict on it', async () => {
  await platform.storage.remove(fileKey(acme.id, fileId))
  expect((await show(fileId)).statusCode).toBe(404)
  await replaceOriginal(fileId, red)
  expect((await show(fileId)).statusCode).toBe(200)
})

describe('what was made of a file goes with it', () => {
  const left = async () => [await platform.storage.read(keyOf(fileId)).catch(() => 'gone'), await rowOf(fileId)]

  test('when its message is redacted', async () => {
    const { id } = await newTicket(acme)
    const sent = { params: { id }, body: { text: 'See', attachments: [fileId] } }
    const message = await as(acme.agent)(writeMessage, sent)
    await show(fileId)
    await as(acme.admin)(redactMessage, { params: { id, messageId: message.id } })
    await runJobs()
    expect(await left()).toEqual(['gone', undefined])
  })

  test('when no message took it', async () => {
    await show(fileId)
    await owner.query("update files set created_at = now() - interval '25 hours' where id = $1", [fileId])
    await runJobs()
    await owner.query('select graphile_worker.add_job($1)', ['files.delete-abandoned'])
    await runJobs()
    expect(await left()).toEqual(['gone', undefined])
  })
})
