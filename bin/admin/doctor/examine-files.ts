import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { operatorName } from '#bin/admin/command.ts'
import { measureDisks } from '#server/operations/health/disk.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { broken, codeOf, doubtful, type Finding, well } from './finding.ts'

export async function examineFiles(settings: Settings, envFile: string | null): Promise<Finding[]> {
  const ofEnvironment = envFile ? [examineEnvFile(envFile, settings)] : []
  const disks = mayWorkIn(settings.dataDir) ? await examineDisks(settings) : []
  return [...ofEnvironment, ...examineDataFolder(settings), ...disks]
}

/** Checks the access rights of the `.env` file, which may contain the passwords of the mail relay and the database. */
function examineEnvFile(file: string, { dataDir }: Settings): Finding {
  const found = statSync(file)
  const server = existsSync(dataDir) ? statSync(dataDir) : found
  if (isPrivate(found, server)) return well(`${file} is readable only by its owner and the server.`)
  const bits = (found.mode & 0o777).toString(8)
  const owning = server.uid === found.uid ? [] : [`chown ${nameOf(server.uid)} ${file}`]
  return broken(
    `${file} contains passwords, and other accounts can read it (mode ${bits}). Make it readable by its owner only:`,
    [...owning, `chmod 600 ${file}`],
  )
}

type FileOwner = { uid: number; gid: number }

/**
 * Whether only the owner and the server can read a file. If root owns the file, the group of the server may read it.
 */
export function isPrivate({ mode, uid, gid }: FileOwner & { mode: number }, server: FileOwner): boolean {
  const isForServer = uid === 0 && server.uid !== 0 && gid === server.gid
  return (mode & (isForServer ? 0o037 : 0o077)) === 0
}

function examineDataFolder({ dataDir, isLocal }: Settings): Finding[] {
  const self = process.getuid?.()
  if (!existsSync(dataDir)) return [examinePlanned(dataDir)]
  const { uid } = statSync(dataDir)
  if (!ownerIsSelf(dataDir)) {
    const text = `${dataDir} belongs to ${nameOf(uid)}, but this command runs as ${nameOf(self)}. Run the server and its commands as the owner, or change the owner of the folder:`
    return [broken(text, [`sudo -u ${nameOf(uid)} npm run admin -- doctor`, `chown -R ${nameOf(self)} ${dataDir}`])]
  }
  const reason = whyNotWritable(dataDir)
  if (reason) return [broken(`${dataDir} is not writable (${reason}). Change its mode, or mount its disk for writing.`)]
  if (self === 0 && !isLocal) {
    return [
      doubtful(
        `${dataDir} belongs to root, so the server runs as root. Create a separate account and make it the owner:`,
        ['useradd --system startup-tools', `chown -R startup-tools ${dataDir}`],
      ),
    ]
  }
  return [well(`${dataDir} belongs to ${nameOf(uid)}, the account of the server.`)]
}

function examinePlanned(dataDir: string): Finding {
  const parent = nearestFolder(dataDir)
  const reason = whyNotWritable(parent)
  if (!reason) return well(`The first start creates ${dataDir}.`)
  return broken(`${dataDir} can't be created, because ${parent} is not writable (${reason}). Create it first:`, [
    `mkdir -p ${dataDir} && chown ${nameOf(process.getuid?.())} ${dataDir}`,
  ])
}

export const mayWorkIn = (dataDir: string) =>
  !existsSync(dataDir) || (ownerIsSelf(dataDir) && whyNotWritable(dataDir) === null)

const ownerIsSelf = (path: string) => process.getuid === undefined || statSync(path).uid === process.getuid()

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)))

function whyNotWritable(path: string): string | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return codeOf(error)
  }
}

const bytesOfGigabyte = 1024 ** 3

async function examineDisks(settings: Settings): Promise<Finding[]> {
  const { filesDir } = settings
  const reason = whyNotWritable(nearestFolder(filesDir))
  if (reason)
    return [broken(`The folder of uploaded files, ${filesDir}, is not writable (${reason}). Change its owner or mode.`)]
  const disks = await measureDisks(settings)
  const [data, files] = disks
  const isOneDisk = data!.sizeBytes === files!.sizeBytes && data!.freeBytes === files!.freeBytes
  return (isOneDisk ? [data!] : disks).map((disk) => {
    const path = disk.folder === 'data' ? settings.dataDir : settings.filesDir
    const free = `${(disk.freeBytes / bytesOfGigabyte).toFixed(1)} of ${(disk.sizeBytes / bytesOfGigabyte).toFixed(1)} GB are free in ${path}`
    if (disk.freeBytes < settings.leastFreeBytes)
      return broken(`${free}, less than LEAST_FREE_DISK_MB. Free disk space before the server can't write any more.`)
    if (disk.freeBytes < bytesOfGigabyte) return doubtful(`${free}. Free disk space soon.`)
    return well(`${free}.`)
  })
}

function nameOf(uid: number | undefined): string {
  if (uid === undefined || uid === process.getuid?.()) return operatorName()
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : String(uid)
}
