import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Settings } from '#server/settings.ts'

const LastBackup = z.object({ at: z.iso.datetime(), file: z.string() })
type LastBackup = z.output<typeof LastBackup>

const placeOf = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'last-backup.json')

/**
 * For `doctor`, which cannot know where backups are taken to. `-` is standard output. A full data folder must not fail a backup
 * that is written.
 */
export async function noteBackup(settings: Pick<Settings, 'dataDir'>, file: string) {
  const last: LastBackup = { at: new Date().toISOString(), file: file === '-' ? 'standard output' : resolve(file) }
  await writeFile(placeOf(settings), `${JSON.stringify(last)}\n`, { mode: 0o600 }).catch(() => {})
}

/** The last one that was made by `backup` with this data folder, or null. */
export function readLastBackup(settings: Pick<Settings, 'dataDir'>): LastBackup | null {
  try {
    return LastBackup.parse(JSON.parse(readFileSync(placeOf(settings), 'utf8')))
  } catch {
    return null
  }
}
