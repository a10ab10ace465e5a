import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { describeError } from '#server/platform/log.ts'

/** References to the open lock files. Without them, garbage collection would close a file and release its lock. */
const locks = new Set<DatabaseSync>()

/**
 * Locks the data folder for this process. SQLite's lock is a kernel lock, so a killed process leaves no lock behind.
 */
export function lockDataFolder(dataDir: string): { release(): void } {
  const holder = holderOf(dataDir)
  const lock = openLock(join(dataDir, 'server.lock'))
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new CannotStart(
      `Startup Tools already runs in ${dataDir}${processOf(holder)}: stop it first, or set another DATA_DIR.`,
    )
  }
  locks.add(lock)
  writeFileSync(holder, String(process.pid))
  return {
    release() {
      rmSync(holder, { force: true })
      locks.delete(lock)
      lock.close()
    },
  }
}

export function isDataFolderHeld(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false
  const lock = openLock(join(dataDir, 'server.lock'))
  try {
    lock.exec('begin exclusive; rollback')
    return false
  } catch {
    return true
  } finally {
    lock.close()
  }
}

function openLock(file: string) {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw new CannotStart(`The lock ${file} can't be opened (${describeError(error).message}): change its owner.`)
  }
}

const holderOf = (dataDir: string) => join(dataDir, 'server.pid')

export function findHolder(dataDir: string): number | null {
  try {
    return Number(readFileSync(holderOf(dataDir), 'utf8')) || null
  } catch {
    return null
  }
}

function processOf(holder: string) {
  try {
    return ` as process ${readFileSync(holder, 'utf8')}`
  } catch {
    return ''
  }
}
