import { CannotStart } from '#server/platform/cannot-start.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { lockDataFolder } from '#server/platform/instance-lock.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import type { Settings } from '#server/settings.ts'

/**
 * Works on the database as its owner: the one that DATABASE_URL names, the embedded one of a running server, or the
 * embedded one by itself, which is then held so that no server starts meanwhile.
 */
export async function onOwnerDatabase<T>(settings: Settings, work: (url: string) => Promise<T>): Promise<T> {
  if (settings.databaseOwnerUrl) return work(settings.databaseOwnerUrl)
  const { databasePassword: password } = loadSecrets(settings.dataDir)
  const lock = tryToLock(settings.dataDir)
  if (lock instanceof CannotStart) {
    const url = await findRunningPostgres(settings.dataDir, password)
    if (!url) throw lock
    return work(url)
  }
  const options = { dataDir: settings.dataDir, password, durable: true, say: () => {} }
  const database = await startEmbeddedPostgres(options)
  try {
    return await work(database.url)
  } finally {
    await database.stop()
    lock.release()
  }
}

function tryToLock(dataDir: string) {
  try {
    return lockDataFolder(dataDir)
  } catch (error) {
    if (error instanceof CannotStart) return error
    throw error
  }
}
