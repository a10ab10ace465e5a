import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { findWorkspaceByDomain, publicWorkspaceOf } from '#server/workspace/settings/find-workspace.ts'
import { serviceTrialOf } from '#server/workspace/settings/service-trial.ts'
import { avatarUrl } from '#server/workspace/team/fetch-avatar.ts'
import { findPreferences } from './queries/sign-in.ts'
import type { SignedIn } from './sessions/own-sessions.ts'

export async function showViewer(platform: Platform, tx: WorkspaceTx, caller: SignedIn) {
  const { id, kind, email, name, surname, domain } = caller
  const [workspace, preferences] = await Promise.all([
    domain ? findWorkspaceByDomain(tx, domain) : undefined,
    kind === 'member' ? findPreferences(tx, id) : undefined,
  ])
  return {
    id,
    email,
    name,
    surname,
    ...roleFieldsOf(caller),
    avatarUrl: kind === 'member' ? avatarUrl(platform, id) : null,
    timeZone: preferences?.timeZone ?? workspace?.timeZone ?? null,
    singleKeys: preferences?.singleKeys ?? true,
    workspace: workspace ? publicWorkspaceOf(platform, workspace) : null,
    service: kind === 'member' ? serviceTrialOf(caller, platform.settings.serviceTrialDays) : null,
  }
}

/** Returns kind and role of the caller. A person who signed in but has no workspace yet counts as admin. */
function roleFieldsOf(caller: SignedIn) {
  if (caller.kind === 'customer')
    return { kind: 'customer', role: 'Customer', isAdmin: false, isHrAdmin: false } as const
  if (caller.kind === 'account')
    return { kind: 'team', role: 'FreeAdminUser', isAdmin: true, isHrAdmin: false } as const
  const { role, isAdmin, isHrAdmin } = caller
  return { kind: 'team', role, isAdmin, isHrAdmin } as const
}
