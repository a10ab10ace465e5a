import { folderStorage } from '#server/platform/storage.ts'
import { writeArchive } from './archive/archive-file.ts'
import { dump } from './archive/dump-rows.ts'
import { auditLine, type Command } from './command.ts'
import { sizeOf } from './find-workspace.ts'
import { noteBackup } from './last-backup.ts'
import { readSecrets } from './own-secrets.ts'
import { asOwner } from './owner-database.ts'

/** What lasts minutes, and would let a copy of the backup act as somebody who was signed in. */
const leftOut = new Set(
  [
    'sessions',
    'refresh_tokens',
    'challenges',
    'failed_tries',
    'invitation_mails',
    'unsolicited_mails',
    'acknowledged_addresses',
    'development_mails',
    'relay_outages',
  ].map((name) => `identity.${name}`),
)

export const backUp: Command = {
  name: 'backup',
  takes: 'FILE',
  does: 'Writes database, files and secrets into one file, while the server runs',
  run: ({ settings, words: [file] }) =>
    asOwner(settings, async (client) => {
      const secrets = readSecrets(settings)
      const lines = dump({
        client,
        storage: folderStorage(settings.filesDir),
        holds: 'installation',
        secrets,
        schemas: ['app', 'identity'],
        which: ({ name }) => (leftOut.has(name) ? null : 'true'),
        isHeld: () => true,
      })
      const bytes = await writeArchive(file!, lines)
      await noteBackup(settings, file!)
      return [
        `Wrote the whole installation to ${file}, ${sizeOf(bytes)}. It holds the secrets too: keep it safe.`,
        auditLine('installation.backed-up', { file }),
      ].join('\n')
    }),
}
