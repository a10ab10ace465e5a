import { aboutKnowledgeBase } from '#contract/events.ts'
import { keepUpload } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { refuseUnknownZone } from '#server/platform/refuse-unknown-zone.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { logoUrlOf } from './find-workspace.ts'
import {
  findServiceSettings,
  findWorkspace,
  holdWorkspace,
  type ServiceChanges,
  updateServiceSettings,
  updateWorkspace,
  type WorkspaceChanges,
} from './queries.ts'

export async function showWorkspace(platform: Platform, tx: WorkspaceTx) {
  const { plan: _, ...workspace } = await findWorkspace(tx)
  return {
    ...workspace,
    ...(await findServiceSettings(tx)),
    logoUrl: logoUrlOf(platform, workspace),
    supportAddress: supportAddressOf(platform, workspace.domain),
  }
}

type SettingsChange = WorkspaceChanges &
  ServiceChanges & { base?: Partial<WorkspaceChanges & ServiceChanges> | undefined }
type SettingsCall = { platform: Platform; tx: WorkspaceTx; caller: Member }

export async function changeWorkspace({ platform, tx, caller }: SettingsCall, { base, ...asked }: SettingsChange) {
  const wanted = lowerColor(asked)
  const current = { ...(await holdWorkspace(tx)), ...(await findServiceSettings(tx)) }
  refuseOverwriting({ base, current, wanted })
  const { name, timeZone, accentColor, logoFileId, formsAndLists, ...others } = wanted
  const addresses = formsAndLists && { formsAndLists: [...new Set(formsAndLists)] }
  const service = { ...others, ...addresses }
  if (timeZone) refuseUnknownZone(timeZone)
  if (logoFileId && logoFileId !== current.logoFileId) await keepUpload(tx, logoFileId, caller.id)
  const changes = changedFields(current, { name, timeZone, accentColor, logoFileId })
  if (!isNothing(changes)) {
    await updateWorkspace(tx, changes)
    const about = { subject: aboutKnowledgeBase(tx.workspaceId), audience: 'team' } as const
    await record(tx, { type: 'look.changed', ...about, by: { actor: { type: 'agent', id: caller.id } } })
  }
  const ofService = changedFields(current, service)
  if (!isNothing(ofService)) await updateServiceSettings(tx, ofService)
  const fields = Object.keys({ ...changes, ...ofService })
  if (fields.length > 0)
    await recordAudit(tx, { action: 'workspace.changed', by: sourceOf(caller), detail: { fields } })
  return showWorkspace(platform, tx)
}

const lowerColor = (asked: WorkspaceChanges & ServiceChanges) =>
  asked.accentColor ? { ...asked, accentColor: asked.accentColor.toLowerCase() } : asked

export const supportAddressOf = ({ settings }: Pick<Platform, 'settings'>, domain: string) =>
  `support@${domain}.${settings.inboundDomain}`

export async function findTicketRules(tx: WorkspaceTx) {
  const { supportName: _, ...rules } = await findServiceSettings(tx)
  return rules
}
