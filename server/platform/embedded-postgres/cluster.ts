import { spawn } from 'node:child_process'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { type Home, makeOwnedFolder } from './home.ts'

/** Creates the cluster in a temporary folder and renames it, so that no incomplete cluster can remain. */
export async function ensureCluster(home: Home, password: string, durable: boolean) {
  if (existsSync(join(home.cluster, 'PG_VERSION'))) return refuseOtherVersion(home)
  const unfinished = `${home.cluster}.new`
  const passwordFile = `${home.cluster}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (home.account) chownSync(passwordFile, home.account.uid, home.account.gid)
  try {
    await initialise(home, unfinished, passwordFile, durable)
  } finally {
    rmSync(passwordFile)
  }
  renameSync(unfinished, home.cluster)
}

function refuseOtherVersion({ cluster, version }: Home) {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const [ours] = version.split('.')
  if (made === ours) return
  throw new CannotStart(
    `${cluster} was made by PostgreSQL ${made} and this version brings ${ours}: restore a backup into a new DATA_DIR.`,
  )
}

// Creates the cluster with the first locale that works. This locale only decides which characters are letters. With
// `C`, curly quotes count as parts of words.
async function initialise(home: Home, folder: string, passwordFile: string, durable: boolean) {
  let output = ''
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    makeOwnedFolder(folder, home.account)
    const attempt = await runInitdb(home, [
      `--pgdata=${folder}`,
      '--username=startup_tools',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${ctype}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ])
    if (attempt.succeeded) return
    output = attempt.output
  }
  throw new CannotStart(`The database could not be made in ${home.cluster}: ${lastReason(output)}`)
}

export function lastReason(output: string): string {
  if (output.includes('No space left on device')) return 'the disk is full'
  const lines = output.trim().split('\n')
  const reasons = lines.filter((line) => /FATAL|PANIC|error/.test(line))
  return (reasons.at(-1) ?? lines.at(-1)!).replace(/^.*(FATAL|PANIC|error): +/, '')
}

function runInitdb({ binaries, account }: Home, args: string[]): Promise<{ succeeded: boolean; output: string }> {
  const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const child = spawn(join(binaries, 'bin', 'initdb'), args, { ...account, cwd: '/', env: environment })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ succeeded: false, output: error.message }))
    child.on('close', (code) => resolve({ succeeded: code === 0, output }))
  })
}
