import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { folderStorage } from './storage.ts'

const root = mkdtempSync(join(tmpdir(), 'startup-tools-storage-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const storage = folderStorage(root)
const newKey = (workspace = randomUUID(), kind = 'files') => `${workspace}/${kind}/${randomUUID()}`

async function keysOf(workspace?: string) {
  const keys: string[] = []
  for await (const key of storage.list(workspace)) keys.push(key)
  return keys.sort()
}

const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test('what was put is read again, whole and as a stream', async () => {
  const [key, streamed] = [newKey(), newKey()]
  await storage.put(key, Buffer.from('bytes'))
  await storage.put(streamed, Readable.from([Buffer.from('by'), Buffer.from('tes')]))
  expect((await storage.read(key)).toString()).toBe('bytes')
  const { stream, bytes } = await storage.open(streamed)
  expect([bytes, (await buffer(stream)).toString()]).toEqual([5, 'bytes'])
})

test('a file is for its owner’s eyes alone', async () => {
  const workspace = randomUUID()
  await storage.put(newKey(workspace), Buffer.from('secret'))
  const [file] = filesBelow(workspace)
  expect(statSync(join(file!.parentPath, file!.name)).mode & 0o777).toBe(0o600)
  expect(statSync(file!.parentPath).mode & 0o777).toBe(0o700)
})

test('a put that breaks off leaves nothing', async () => {
  const workspace = randomUUID()
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('The connection ended')
    })(),
  )
  await expect(storage.put(newKey(workspace), broken)).rejects.toThrow('The connection ended')
  expect(filesBelow(workspace)).toEqual([])
})

test('of two who put one key at the same time both come through, and one of them stays', async () => {
  const key = newKey()
  const contents = Array.from({ length: 8 }, (_, turn) => Buffer.alloc(100_000, String(turn)))
  await Promise.all(contents.map((bytes) => storage.put(key, bytes)))
  const stays = await storage.read(key)
  expect(contents.filter((bytes) => bytes.equals(stays))).toHaveLength(1)
  expect(filesBelow(key.split('/')[0]!)).toHaveLength(1)
})

test.each([
  '../secrets.json',
  '/etc/passwd',
  `${randomUUID()}/files/../../secrets`,
  `${randomUUID()}/other/${randomUUID()}`,
  `${randomUUID()}/files/${randomUUID()}/..`,
  `${randomUUID()}/files/${randomUUID()}-2560`,
  `${randomUUID()}/pictures/${randomUUID()}`,
  `${randomUUID()}/files/`,
  '',
])('%j is no key, so nothing of it is read, put or removed', async (key) => {
  await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('Not a storage key')
  expect(() => storage.read(key)).toThrow('Not a storage key')
  await expect(storage.open(key)).rejects.toThrow('Not a storage key')
  expect(() => storage.remove(key)).toThrow('Not a storage key')
})

test('a list names the keys of a workspace, and no file that is not ready', async () => {
  const [workspace, other] = [randomUUID(), randomUUID()]
  const keys = [newKey(workspace), newKey(workspace, 'mails'), `${newKey(workspace, 'pictures')}-2560`].sort()
  for (const key of [...keys, newKey(other)]) await storage.put(key, Buffer.from('x'))
  const [file] = filesBelow(workspace)
  writeFileSync(join(file!.parentPath, `${randomUUID()}.${randomUUID()}.partial`), 'half')
  expect(await keysOf(workspace)).toEqual(keys)
  expect(await keysOf()).toEqual(expect.arrayContaining(keys))
})

test('a file is removed once and for all, and removing it again is no failure', async () => {
  const key = newKey()
  await storage.put(key, Buffer.from('x'))
  await storage.remove(key)
  await storage.remove(key)
  await expect(storage.read(key)).rejects.toThrow('ENOENT')
})

test('a workspace goes with all its files, and no other', async () => {
  const [workspace, other] = [randomUUID(), randomUUID()]
  for (const key of [newKey(workspace), newKey(workspace, 'mails'), newKey(other)])
    await storage.put(key, Buffer.from('x'))
  await storage.removeWorkspace(workspace)
  expect([await keysOf(workspace), (await keysOf(other)).length]).toEqual([[], 1])
})

test.each(['', '.', '..', '*'])('%j is no workspace that could be removed', async (name) => {
  await expect(storage.removeWorkspace(name)).rejects.toThrow('Not a workspace')
})
