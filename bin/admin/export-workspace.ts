import type { Client } from 'pg'
import type { Settings } from '#server/platform/settings/settings.ts'
import { folderStorage, isPassingKey } from '#server/platform/storage.ts'
import type { Table } from './archive/catalog.ts'
import { dump } from './archive/dump-rows.ts'
import { namePlace, writeArchive } from './archive/write-archive.ts'
import { auditLine, type Command } from './command.ts'
import { findWorkspace, recordAudit, sizeOf, type Workspace } from './find-workspace.ts'
import { asOwner } from './owner-database.ts'

export const exportWorkspace: Command = {
  name: 'workspace export',
  takes: 'DOMAIN FILE',
  does: 'Writes a workspace with its files into one file',
  run: ({ settings, words: [domain, file] }) =>
    asOwner(settings, async (client) => {
      const workspace = await findWorkspace(client, domain!)
      const bytes = await writeArchive(file!, dumpWorkspace(client, settings, workspace))
      await recordAudit(client, workspace.id, 'workspace.exported', {})
      return [
        `Wrote ${workspace.domain} to ${namePlace(file!)}, ${sizeOf(bytes)}. It contains all customer data: keep it safe.`,
        auditLine('workspace.exported', { domain: workspace.domain, workspace: workspace.id, file }),
      ].join('\n')
    }),
}

const dumpWorkspace = (client: Client, { filesDir }: Settings, { id, domain }: Workspace) =>
  dump({
    client,
    storage: folderStorage(filesDir),
    holds: 'workspace',
    workspace: { id, domain },
    schemas: ['app', 'identity'],
    which: (table) => rowsOf(client, table, id),
    isHeld: isCopiedKey,
  })

function rowsOf(client: Client, table: Table, workspaceId: string): string | null {
  if (!isCopied(table)) return null
  const key = table.name === 'app.workspaces' ? 'id' : 'workspace_id'
  return `${key} = ${client.escapeLiteral(workspaceId)}`
}

// Tables that are not exported: credentials, stored answers of repeated calls, running work that a copy would continue,
// live events, and generated pictures.
const leftOut = new Set([
  'app.api_keys',
  'app.api_key_days',
  'app.batches',
  'app.batch_items',
  'app.content_former_asks',
  'app.exports',
  'app.idempotency_keys',
  'app.imports',
  'app.import_items',
  'app.live_events',
  'app.pictures',
  'app.media_variants',
  'app.preview_links',
  'app.resumable_uploads',
])

/**
 * Whether a stored file is exported and may be imported. Excludes parts of unfinished uploads. Excludes generated
 * pictures, because the server trusts them, but an imported file could contain something else.
 */
export const isCopiedKey = (key: string) => !isPassingKey(key)

/** Outside the schema `app`, only the accounts of members are exported. Sessions and keys are not. */
export function isCopied({ name, columns }: Table): boolean {
  if (name === 'app.workspaces') return true
  const isTenants = columns.some((column) => column.name === 'workspace_id')
  return isTenants && !leftOut.has(name) && (name.startsWith('app.') || name === 'identity.accounts')
}
