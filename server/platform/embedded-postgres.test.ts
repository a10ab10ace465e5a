import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const password = 'for-tests'
const isRoot = process.getuid?.() === 0

function newFolder(mode = 0o711) {
  const folder = mkdtempSync(join(tmpdir(), 'startup-tools-postgres-'))
  chmodSync(folder, mode)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const made = mkdtempSync(join(tmpdir(), 'startup-tools-postgres-'))

beforeAll(async () => {
  chmodSync(made, 0o711)
  const server = await startEmbeddedPostgres({ dataDir: made, password, durable: false, say: console.log })
  await server.stop()
})

afterAll(() => rmSync(made, { recursive: true }))

/** Copies the files of a stopped database, with their owners, to a new folder. */
function newStoppedDatabase() {
  const folder = newFolder()
  execFileSync('cp', ['-a', join(made, 'postgres'), folder])
  return folder
}

async function start(dataDir: string, said: string[] = []) {
  const server = await startEmbeddedPostgres({ dataDir, password, durable: false, say: (line) => said.push(line) })
  onTestFinished(() => server.stop())
  return server
}

/** Starts the database from a separate Node process. Then kills this process, but not the database. */
async function startAndKillNode(dataDir: string, durable = false) {
  const script = join(dataDir, 'start.ts')
  const module = new URL('embedded-postgres.ts', import.meta.url).href
  const options = JSON.stringify({ dataDir, password, durable })
  writeFileSync(
    script,
    `import { startEmbeddedPostgres } from '${module}'
     const server = await startEmbeddedPostgres({ ...${options}, say: console.log })
     process.send!(server.url)
     setInterval(() => {}, 1000)`,
  )
  const node = fork(script)
  const [url] = (await once(node, 'message')) as [string]
  node.kill('SIGKILL')
  await once(node, 'exit')
  return url
}

async function query(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

test('a database starts with UTF-8 text, listens on this machine only, and keeps its rows and port', async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  await query(first.url, "create table notes as select 'Ärger' as body")
  await first.stop()
  const second = await start(dataDir)

  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select upper(body) as body from notes')).toEqual([{ body: 'ÄRGER' }])
  expect(await query(second.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await query(second.url, "select to_tsvector('simple', '“Über”') as words")).toEqual([{ words: "'über':1" }])
})

test('a stopped database leaves no process behind', async () => {
  const dataDir = newStoppedDatabase()
  const server = await start(dataDir)
  const postmaster = postmasterOf(dataDir)
  await server.stop()

  // The kernel lists an ended process until the parent process has read the exit status.
  await expect.poll(() => existsSync(`/proc/${postmaster}`)).toBe(false)
  expect(await findRunningPostgres(dataDir, password)).toBeUndefined()
})

test('a database that outlived a killed server is taken over, and stopped with the new one', async () => {
  const dataDir = newStoppedDatabase()
  const url = await startAndKillNode(dataDir)
  const postmaster = postmasterOf(dataDir)
  expect(await findRunningPostgres(dataDir, password)).toBe(url)
  const server = await start(dataDir)

  expect(server.url).toBe(url)
  expect(postmasterOf(dataDir)).toBe(postmaster)
  await server.stop()
  expect(await findRunningPostgres(dataDir, password)).toBeUndefined()
})

test('after both were killed the database recovers what was committed', async () => {
  const dataDir = newStoppedDatabase()
  const url = await startAndKillNode(dataDir, true)
  await query(url, 'create table notes as select generate_series(1, 1000)')
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  const server = await start(dataDir)

  expect(await query(server.url, 'select count(*)::int from notes')).toEqual([{ count: 1000 }])
})

test('a database that dies by itself comes back at the same address', async () => {
  const dataDir = newStoppedDatabase()
  const said: string[] = []
  const { url } = await start(dataDir, said)
  process.kill(postmasterOf(dataDir), 'SIGKILL')

  const isBack = () => query(url, 'select 1 as one').catch(() => sleep(100))
  await expect.poll(isBack, { timeout: 10_000 }).toEqual([{ one: 1 }])
  expect(said).toEqual(['PostgreSQL ended by itself and is started again.'])
})

test('a process number that now belongs to another program does not stop the start', async () => {
  const dataDir = newStoppedDatabase()
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n/elsewhere\n0\n1\n\n\n\nready   \n`)
  const server = await start(dataDir)

  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('who looks for the database of another process takes nothing from it, though it be in another container', async () => {
  const dataDir = newStoppedDatabase()
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const unseen = `4194303\n${dataDir}\n0\n1\n\n\n\nready   \n`
  writeFileSync(file, unseen)
  expect(await findRunningPostgres(dataDir, password)).toBeUndefined()
  expect(readFileSync(file, 'utf8')).toBe(unseen)
})

test('secrets of another installation are refused with a sentence', async () => {
  const dataDir = newStoppedDatabase()

  const other = startEmbeddedPostgres({ dataDir, password: 'another', durable: false, say: console.log })
  await expect(other).rejects.toThrow('The password in secrets.json does not open the database beside it')
  expect(await findRunningPostgres(dataDir, password)).toBeUndefined()
})

test.runIf(isRoot)('as root, where PostgreSQL can not enter the folder, its files lie elsewhere', async () => {
  const dataDir = newFolder(0o700)
  const said: string[] = []
  const first = await start(dataDir, said)
  const place = dirname(readlinkSync(join(dataDir, 'postgres')))
  onTestFinished(() => rmSync(place, { recursive: true }))
  await query(first.url, 'create table notes ()')
  await first.stop()
  const second = await start(dataDir)

  expect(await query(second.url, 'select * from notes')).toEqual([])
  expect(said).toEqual([expect.stringMatching(/can't enter .*: its files are in \/var\/lib\/startup-tools\//)])
})
