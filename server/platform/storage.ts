import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { glob, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isUuid, uuidPattern } from '#contract/uuid.ts'

/** A finished `put` survives a crash. The content of a key never changes. */
export type Storage = {
  put(key: string, bytes: Buffer | Readable): Promise<void>
  read(key: string): Promise<Buffer>
  has(key: string): Promise<boolean>
  /** Opens a file or a part of it. `end` is inclusive, and `bytes` is the size of the whole file. */
  open(key: string, part?: { start: number; end: number }): Promise<{ stream: Readable; bytes: number }>
  remove(key: string): Promise<void>
  list(workspaceId?: string): AsyncIterable<string>
  removeWorkspace(workspaceId: string): Promise<void>
}

const validKey = new RegExp(
  `^${uuidPattern}/((files|mails|variants|parts)/${uuidPattern}|pictures/${uuidPattern}-\\d{1,5})$`,
)
const idLength = 36

export const isStorageKey = (key: string) => validKey.test(key)
export const isPassingKey = (key: string) => ['pictures', 'variants', 'parts'].includes(key.split('/')[1] ?? '')

/** Returns null if the file is missing. Throws other errors, so that the caller retries. */
export function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Stores one file per key. Each workspace and kind has 256 folders, named by the last two digits of the id. */
export function folderStorage(root: string): Storage {
  const pathOf = (key: string) => {
    if (!isStorageKey(key)) throw new Error('Not a storage key')
    const [workspace = '', kind = '', name = ''] = key.split('/')
    return join(root, workspace, kind, name.slice(idLength - 2, idLength), name)
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      // Two processes may write the same key at once. Each writes its own file, and the last rename wins.
      const partial = `${path}.${randomUUID()}.partial`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await pipeline(
          Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes,
          createWriteStream(partial, { mode: 0o600, flush: true }),
        )
        await rename(partial, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    read: (key) => readFile(pathOf(key)),
    has: async (key) => (await stat(pathOf(key)).catch(unlessGone)) !== null,
    async open(key, part) {
      const path = pathOf(key)
      const { size } = await stat(path)
      return { stream: createReadStream(path, part), bytes: size }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list(workspaceId = '*') {
      for await (const path of glob(`${workspaceId}/{files,mails,pictures,variants,parts}/*/*`, { cwd: root })) {
        const [workspace, kind, , name] = path.split(sep)
        const key = `${workspace}/${kind}/${name}`
        if (isStorageKey(key)) yield key
      }
    },
    async removeWorkspace(workspaceId) {
      if (!isUuid(workspaceId)) throw new Error('Not a workspace')
      await rm(join(root, workspaceId), { recursive: true, force: true })
    },
  }
}

/** Syncs a folder to the disk, so that renames in the folder survive a crash. */
export async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
