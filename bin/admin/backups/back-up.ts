import type { Client } from 'pg'
import { dump } from '#bin/admin/archive/dump-rows.ts'
import { namePlace, standardStream, writeArchive } from '#bin/admin/archive/write-archive.ts'
import { auditLine, type Command, quietly, sayUnless } from '#bin/admin/command.ts'
import { sizeOf } from '#bin/admin/find-workspace.ts'
import { noteBackup } from '#bin/admin/last-backup.ts'
import { readSecrets } from '#bin/admin/own-secrets.ts'
import { asOwner } from '#bin/admin/owner-database.ts'
import { asLine } from '#contract/letters/as-line.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { folderStorage } from '#server/platform/storage.ts'
import { deleteOlder } from './delete-older.ts'
import { findMissing, refuseWithoutFiles, tellMissing } from './find-missing.ts'

/** Short-lived rows, with which a copy of the backup could act as a person who was signed in. */
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
  takes: 'FILE|- [--keep N] [--quiet]',
  does: 'Writes the database, files and secrets into one file or to standard output, while the server runs; --keep deletes all but the N newest backups in the folder',
  options: { keep: { type: 'string' }, ...quietly },
  run: ({ settings, words, options }) => {
    const file = words[0]!
    const keep = options.keep === undefined ? null : readKeep(String(options.keep), file)
    return asOwner(settings, async (client) => {
      const secrets = readSecrets(settings)
      const missing = await findMissing(client, folderStorage(settings.filesDir))
      refuseWithoutFiles(missing, settings)
      const bytes = await writeArchive(file, dumpInstallation(client, settings, secrets))
      await noteBackup(settings, file)
      if (missing.keys.length > 0) throw new CannotStart(tellMissing(missing, file, settings))
      const deleted = keep === null ? [] : await deleteOlder(file, keep, secrets)
      return sayUnless(
        options,
        `Wrote the whole installation to ${namePlace(file)}, ${sizeOf(bytes)}. It contains the secrets: keep it safe.`,
        ...deleted.map((name) => `Deleted the older backup ${asLine(name)}.`),
        auditLine('installation.backed-up', { file, ...(deleted.length > 0 ? { deleted } : {}) }),
      )
    })
  },
}

function readKeep(text: string, file: string): number {
  if (file === standardStream) throw new CannotStart('--keep needs a file: standard output has no older backups.')
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new CannotStart('--keep needs the number of backups to keep, 1 or more.')
  return Number(text)
}

const dumpInstallation = (client: Client, { filesDir }: Settings, secrets: Secrets) =>
  dump({
    client,
    storage: folderStorage(filesDir),
    holds: 'installation',
    secrets,
    schemas: ['app', 'identity'],
    which: ({ name }) => (leftOut.has(name) ? null : 'true'),
    isHeld: () => true,
  })
