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
  'New keys sign and encrypt from the next start on. Sessions, codes, file URLs, links to drafts and replies to older mails stay valid.'
const forgotten =
  'New keys sign and encrypt from the next start on. Sessions and encrypted data stay valid. Open codes, file URLs and links to drafts stop working, replies to older mails may open new tickets, and each browser counts as a new device.'
const sharing =
  'Give each server of this installation the new secrets.json, and make a backup: older ones hold the old keys.'
