import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { lastReason } from './cluster.ts'
import type { Home } from './home.ts'
import { type Postmaster, readPidFile } from './postmaster.ts'

type Start = { durable: boolean; port: number | undefined; keepPort?: true }

const pollMs = 20
const retryMs = 15_000
const largestLog = 10 * 1024 * 1024

/**
 * Starts PostgreSQL. Retries for 15 seconds if a killed server still uses the shared memory, or if the port is in use.
 */
export async function launch(home: Home, { durable, port, keepPort }: Start): Promise<Postmaster> {
  const deadline = Date.now() + retryMs
  for (;;) {
    const chosen = keepPort && port ? port : await choosePort(port)
    const attempt = await startOnce(home, chosen, durable)
    if (attempt.postmaster) return attempt.postmaster
    const mayPass = /shared memory block|could not bind|could not create any TCP/.test(attempt.lines)
    if (!mayPass || Date.now() > deadline) {
      throw new CannotStart(`PostgreSQL does not start (${lastReason(attempt.lines)}): see ${home.log}.`)
    }
    await sleep(200)
  }
}

async function startOnce(home: Home, port: number, durable: boolean) {
  const log = openLog(home.log)
  const child = spawn(
    join(home.binaries, 'bin', 'postgres'),
    ['-D', home.cluster, '-p', String(port), ...flags(durable)],
    {
      ...home.account,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...allocation },
      // Starts PostgreSQL in a separate process group. Otherwise, Ctrl-C would stop PostgreSQL before the product has
      // finished its open requests.
      detached: true,
      stdio: ['ignore', log.file, log.file],
    },
  )
  closeSync(log.file)
  child.unref()
  let ended = ''
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended ||= `it ended with ${signal ?? code}`))
  while (!ended) {
    const file = readPidFile(home)
    if (file?.pid === child.pid && file?.status === 'ready') return { postmaster: { pid: file.pid, port: file.port } }
    await sleep(pollMs)
  }
  return { lines: `${ended}\n${readFileSync(home.log, 'utf8').slice(log.begin)}` }
}

// Opens the log file, and empties it if it is too large. PostgreSQL writes warnings to it, but neither statements nor
// values.
function openLog(path: string) {
  const file = openSync(path, 'a', 0o600)
  if (statSync(path).size > largestLog) truncateSync(path)
  return { file, begin: readFileSync(path, 'utf8').length }
}

async function choosePort(wanted: number | undefined) {
  return (wanted && (await tryPort(wanted))) || ((await tryPort(0)) as number)
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}

// Environment variables that make glibc keep 1 MB of freed memory, in bytes. By default, glibc returns memory above 128
// kB after each statement, which costs more than most statements on some virtual machines
// (https://www.gnu.org/software/libc/manual/html_node/Malloc-Tunable-Parameters.html). Other systems ignore these
// variables.
const allocation = {
  MALLOC_TRIM_THRESHOLD_: '1048576',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TOP_PAD_: '262144',
}

const megabyte = 1024 * 1024

// Returns the size of the shared buffers in megabytes: an eighth of the memory of the machine or container, between 128
// and 512.
function sharedBuffers(): number {
  const allowed = process.constrainedMemory()
  const memory = Math.min(totalmem(), allowed > 0 ? allowed : Number.POSITIVE_INFINITY)
  return Math.round(Math.min(512, Math.max(128, memory / megabyte / 8)))
}

function flags(durable: boolean) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${sharedBuffers()}MB`,
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: 1.1,
    jit: 'off',
    wal_compression: 'on',
    // A small limit makes the recovery after a crash fast, because fewer changes since the last checkpoint must be
    // repeated.
    max_wal_size: '512MB',
    // Cancels the running statements of a killed product process, so that they do not keep locks.
    client_connection_check_interval: '1s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
