import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Settings } from '#server/platform/settings/settings.ts'
import { namePlace, standardStream } from './archive/write-archive.ts'

const LastBackup = z.object({ at: z.iso.datetime(), file: z.string() })
type LastBackup = z.output<typeof LastBackup>

const placeOf = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'last-backup.json')

/** Stores the time of the last backup for `doctor`. Ignores errors, because the backup itself has succeeded. */
export async function noteBackup(settings: Pick<Settings, 'dataDir'>, file: string) {
  const last: LastBackup = {
    at: new Date().toISOString(),
    file: namePlace(file === standardStream ? file : resolve(file)),
  }
  await writeFile(placeOf(settings), `${JSON.stringify(last)}\n`, { mode: 0o600 }).catch(() => {})
}

export function readLastBackup(settings: Pick<Settings, 'dataDir'>): LastBackup | null {
  try {
    return LastBackup.parse(JSON.parse(readFileSync(placeOf(settings), 'utf8')))
  } catch {
    return null
  }
}
