import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Home } from './home.ts'

export type Postmaster = { pid: number; port: number }

const pollMs = 20
/** Long, because a server that was killed first repeats the work since its last checkpoint. */
const recoveryMs = 120_000
const gentleStopMs = 20_000

/** The server that runs on this cluster, after it accepts connections. */
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

/** PostgreSQL writes a line for each fact. The last one is its state. */
export function readPidFile({ cluster }: Home) {
  const lines = readIfThere(join(cluster, 'postmaster.pid')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : undefined
}

/** After a reboot or in a new container another program may have the process number in the file. */
function isOurs(pid: number, { cluster }: Home) {
  return commandOf(pid).includes(cluster)
}

function commandOf(pid: number): string[] {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`).split('\0')
  return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(' ')
}

/** Only for the holder of the data folder: the process may be in another container, and ends without its file. */
export function removePidFile({ cluster }: Home) {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** A zombie still answers to signals. In a container often nobody collects it. */
export function isAlive(pid: number) {
  if (process.platform === 'linux') return /\) [^ZX]/.test(readIfThere(`/proc/${pid}/stat`))
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Fast shutdown ends the connections and writes everything. Immediate shutdown leaves that to the next start. */
export async function stopPostmaster(home: Home, pid: number) {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + gentleStopMs
  while (isAlive(pid) && Date.now() < deadline) await sleep(pollMs)
  if (!isAlive(pid) || !isOurs(pid, home)) return
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await sleep(pollMs)
}

/** The port of the last start, which PostgreSQL stores with its options. */
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
