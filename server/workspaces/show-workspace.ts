import { signFileUrl } from '#server/files/file-urls.ts'
import { keepPicture } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { refuseUnknownZone } from '#server/platform/refuse-unknown-zone.ts'
import { findWorkspace, updateWorkspace, type WorkspaceChanges } from './queries.ts'

export async function showWorkspace(platform: Platform, tx: WorkspaceTx) {
  const { serviceStartedAt: _, plan: __, logoFileId, ...workspace } = await findWorkspace(tx)
  return {
    ...workspace,
    logoUrl: logoFileId ? signFileUrl(platform, { workspaceId: workspace.id, fileId: logoFileId, use: 'logo' }) : null,
    supportAddress: supportAddressOf(platform, workspace.domain),
  }
}

export async function changeWorkspace(platform: Platform, tx: WorkspaceTx, changes: WorkspaceChanges) {
  if (changes.timeZone) refuseUnknownZone(changes.timeZone)
  if (changes.logoFileId) await keepPicture(platform, tx, changes.logoFileId)
  const lowered = changes.accentColor ? { accentColor: changes.accentColor.toLowerCase() } : {}
  if (Object.keys(changes).length > 0) await updateWorkspace(tx, { ...changes, ...lowered })
  return showWorkspace(platform, tx)
}

/** Where customers write to. */
export const supportAddressOf = ({ settings }: Pick<Platform, 'settings'>, domain: string) =>
  `support@${domain}.${settings.inboundDomain}`
