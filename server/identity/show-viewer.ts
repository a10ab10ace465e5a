import { signFileUrl } from '#server/files/file-urls.ts'
import { type IdentityTx, wallInto } from '#server/platform/database.ts'
import type { Caller, Platform } from '#server/platform/http/platform.ts'
import { avatarUrl } from '#server/team/avatar-url.ts'
import { findWorkspaceByDomain } from '#server/workspaces/find-workspace.ts'
import { serviceTrialOf } from '#server/workspaces/service-trial.ts'

/** The signed-in person and their workspace, as every page needs them. */
export async function showViewer(platform: Platform, tx: IdentityTx, caller: Caller) {
  const { id, kind, role, isAdmin, isHrAdmin, email, name, surname, workspaceId, domain } = caller
  const workspace = domain ? await findWorkspaceByDomain(tx, domain) : undefined
  const member = workspaceId && kind === 'team' ? await findPreferences(tx, workspaceId, id) : undefined
  return {
    ...{ id, kind, role, isAdmin, isHrAdmin, email, name, surname },
    avatarUrl: kind === 'team' && workspaceId ? avatarUrl(platform, id) : null,
    timeZone: member?.timeZone ?? workspace?.timeZone ?? null,
    singleKeys: member?.singleKeys ?? true,
    workspace: workspace
      ? {
          domain: workspace.domain,
          name: workspace.name,
          accentColor: workspace.accentColor,
          logoUrl: workspace.logoFileId
            ? signFileUrl(platform, { workspaceId: workspace.id, fileId: workspace.logoFileId, use: 'logo' })
            : null,
        }
      : null,
    service: kind === 'team' && workspaceId ? serviceTrialOf(caller, platform.settings.serviceTrialDays) : null,
  }
}

async function findPreferences(tx: IdentityTx, workspaceId: string, id: string) {
  const walled = await wallInto(tx, workspaceId)
  return walled.selectFrom('members').select(['timeZone', 'singleKeys']).where('id', '=', id).executeTakeFirst()
}
