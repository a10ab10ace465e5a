import { existsSync } from 'node:fs'
import { readLastBackup } from '#bin/admin/last-backup.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { doubtful, type Finding, open, well } from './finding.ts'

const hourMs = 60 * 60_000
const longestHours = 48

/** The age of the last backup by `backup`. */
export function examineBackup(settings: Settings): Finding {
  const last = readLastBackup(settings)
  const hours = last && Math.floor((Date.now() - Date.parse(last.at)) / hourMs)
  if (last && hours !== null && hours < longestHours)
    return well(`The last backup is ${ageOf(hours)} old: ${last.file}.`)
  if (settings.isLocal || !existsSync(settings.dataDir))
    return open(last ? `The last backup was made at ${last.at}: ${last.file}.` : 'No backup was made yet.')
  const told =
    last && hours !== null
      ? `The last backup is ${ageOf(hours)} old: ${last.file}.`
      : 'No backup of this installation is known.'
  return doubtful(`${told} Make a backup every night, and copy it to another machine:`, [
    'npm run admin -- backup FILE',
  ])
}

const ageOf = (hours: number) => (hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`)
