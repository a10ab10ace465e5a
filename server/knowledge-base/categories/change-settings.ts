import type { BodyOf } from '#contract/endpoint.ts'
import type { changeKnowledgeBaseSettings } from '#contract/knowledge-base/categories.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { findSettings, holdPages, updateSettings } from './opening.ts'
import { applyVisibility, touchPages } from './spread-reach.ts'

export async function changeSettings(
  { tx, caller }: { tx: WorkspaceTx; caller: Member },
  { base, ...wanted }: BodyOf<typeof changeKnowledgeBaseSettings>,
) {
  await holdPages(tx)
  const current = await findSettings(tx)
  refuseOverwriting({ base, current, wanted })
  const changes = changedFields(current, wanted)
  if (isNothing(changes)) return current
  const before = await updateSettings(tx, changes)
  const settings = await findSettings(tx)
  const actor = { type: 'agent', id: caller.id } as const
  const isReachTheSame = before.isOpen === settings.isOpen && before.audience === settings.audience
  await (isReachTheSame ? touchPages : applyVisibility)(tx, { actor })
  const detail = { fields: Object.keys(changes) }
  await recordAudit(tx, { action: 'knowledge-base.changed', by: sourceOf(caller), detail })
  return settings
}
