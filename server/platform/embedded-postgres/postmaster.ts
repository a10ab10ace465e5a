import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Home } from './home.ts'

export type Postmaster = { pid: number; port: number }

const pollMs = 20
/** Long, because after a crash the server first repeats the changes since its last checkpoint. */
const recoveryMs = 120_000
const gentleStopMs = 20_000

/** Finds the running server of this cluster, and waits until it accepts connections. Undefined if none runs. */
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

/** Reads `postmaster.pid`: process id in line 1, port in line 4, state in line 8. */
export function readPidFile({ cluster }: Home) {
  const lines = readIfThere(join(cluster, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
}

/** Checks the command line, because after a reboot another program may have the same process id. */
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
 * Deletes the pid file of a dead server. Call it only with the lock on the data folder, because the server may run in
 * another container.
 */
export function removePidFile({ cluster }: Home) {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/**
 * A zombie still accepts signals, so Linux is checked by process state. Containers often have no process that reaps
 * zombies.
 */
export function isAlive(pid: number) {
  if (process.platform === 'linux') return /\) [^ZX]/.test(readIfThere(`/proc/${pid}/stat`))
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Tries a fast shutdown, which writes all data. Later forces an immediate one, after which the next start recovers. */
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
