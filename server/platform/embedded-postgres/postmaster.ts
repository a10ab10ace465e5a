import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { errorCode } from '#server/platform/error-code.ts'
import type { Home } from './home.ts'

export type Postmaster = { pid: number; port: number }

const pollMs = 20
// Maximum time to wait for a starting server. It is long, because after a crash PostgreSQL first repeats the changes
// since its last checkpoint.
const recoveryMs = 120_000
const gentleStopMs = 20_000

/** Waits until the running PostgreSQL of this cluster accepts connections. Returns undefined if none runs. */
export async function findPostmaster(home: Home): Promise<Postmaster | undefined> {
  const deadline = Date.now() + recoveryMs
  while (Date.now() < deadline) {
    const file = readPidFile(home)
    if (!file) return
    if (!isAlive(file.pid) || !isOurs(file.pid, home)) return
    if (file.status === 'ready') return { pid: file.pid, port: file.port }
    await sleep(pollMs)
  }
  throw new CannotStart(`The database in ${home.cluster} is still recovering after two minutes: see ${home.log}.`)
}

/** Reads `postmaster.pid`: process id in line 1, port in line 4, state in line 8. Undefined without the file. */
export function readPidFile({ cluster }: Home) {
  const lines = readIfThere(join(cluster, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
}

// Returns whether the process is the PostgreSQL of this cluster. Checks the command line, because after a reboot
// another program can have the same process id.
function isOurs(pid: number, { cluster }: Home) {
  return commandOf(pid).includes(cluster)
}

function commandOf(pid: number): string[] {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`).split('\0')
  return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(' ')
}

/**
 * Deletes the pid file of a dead PostgreSQL. Call this only with the lock on the data folder, because PostgreSQL can
 * still run in another container.
 */
export function removePidFile({ cluster }: Home) {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/**
 * Returns whether a process runs. On Linux, reads the process state, because a signal also reaches a dead process that
 * no parent has waited for (zombie). Containers often have no process that removes zombies.
 */
export function isAlive(pid: number) {
  if (process.platform === 'linux') return /\) [^ZX]/.test(readIfThere(`/proc/${pid}/stat`))
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Stops PostgreSQL with a fast shutdown, which writes all data. After 20 seconds, forces an immediate shutdown. */
export async function stopPostmaster(home: Home, pid: number) {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + gentleStopMs
  while (isAlive(pid) && Date.now() < deadline) await sleep(pollMs)
  if (!isAlive(pid) || !isOurs(pid, home)) return
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await sleep(pollMs)
}

export function lastPort({ cluster }: Home): number | undefined {
  const [, port] = readIfThere(join(cluster, 'postmaster.opts')).match(/"-p" "(\d+)"/) ?? []
  return port ? Number(port) : undefined
}

function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
