import { auditLine, type Command } from '#bin/admin/command.ts'
import { onIdleDatabase, readSecrets, refuseBesideServer, withClient } from '#bin/admin/owner-database.ts'
import { rotateSecrets as rotate } from '#server/platform/secrets.ts'

export const rotateSecrets: Command = {
  name: 'secrets rotate',
  takes: '[--forget]',
  does: 'Creates new keys while no server runs; --forget, after a leak, also makes the old keys invalid',
  options: { forget: { type: 'boolean' } },
  run: ({ settings, options }) => {
    readSecrets(settings)
    const forgetsFormer = Boolean(options.forget)
    return onIdleDatabase(settings, async (url) => {
      await withClient(url, refuseBesideServer)
      rotate(settings.dataDir, { forgetsFormer })
      return [forgetsFormer ? forgotten : kept, sharing, auditLine('secrets.rotated', { forgetsFormer })].join('\n')
    })
  },
}

const kept =
  'New keys sign and encrypt from the next start on. Nothing is lost: sessions go on, and codes, addresses of files, links to drafts and replies to older mails are believed as before.'
const forgotten =
  'New keys sign and encrypt from the next start on, and what the old ones signed is worth nothing. Sessions go on. Codes that wait, addresses of files and links to drafts that were given out are refused, replies to older mails open new tickets where nothing else tells their ticket, and each browser counts as a new device. What is stored encrypted can still be read.'
const sharing =
  'Give each server of this installation the new secrets.json, and make a backup: older ones hold the old keys.'
