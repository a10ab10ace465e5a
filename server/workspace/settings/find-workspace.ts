import { sql } from 'kysely'
import { signFileUrl } from '#server/files/file-urls.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { Platform } from '#server/platform/http/platform.ts'

export type FoundWorkspace = {
  id: string
  domain: string
  name: string
  timeZone: string
  accentColor: string | null
  logoFileId: string | null
  suspendedAt: string | null
}

export const logoUrlOf = (
  platform: Pick<Platform, 'keys' | 'settings'>,
  { id: workspaceId, logoFileId: fileId }: Pick<FoundWorkspace, 'id' | 'logoFileId'>,
) => (fileId ? signFileUrl(platform, { workspaceId, fileId, use: 'logo' }) : null)

export function publicWorkspaceOf(platform: Platform, workspace: FoundWorkspace) {
  const { domain, name, accentColor } = workspace
  return { domain, name, accentColor, logoUrl: logoUrlOf(platform, workspace) }
}

export async function findWorkspaceByDomain(tx: Transaction, domain: string): Promise<FoundWorkspace | undefined> {
  const { rows } = await sql<FoundWorkspace>`select * from workspace_by_domain(${domain})`.execute(tx)
  return rows[0]
}
