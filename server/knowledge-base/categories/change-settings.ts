import type { BodyOf } from '#contract/endpoint.ts'
import { aboutKnowledgeBase } from '#contract/events.ts'
import type { changeKnowledgeBaseSettings, changeLanguages as contract } from '#contract/knowledge-base/categories.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { holdLanguages, type LanguageSettings, setLanguages } from '#server/workspace/languages/languages.ts'
import { findSettings, findUnwritten, lockKnowledgeBase, updateSettings } from './opening.ts'
import { applyVisibility, recordPagesChanged } from './spread-reach.ts'

export async function changeSettings(
  { tx, caller }: { tx: WorkspaceTx; caller: Member },
  { base, ...wanted }: BodyOf<typeof changeKnowledgeBaseSettings>,
) {
  await lockKnowledgeBase(tx)
  const current = await findSettings(tx)
  refuseOverwriting({ base, current, wanted })
  const changes = changedFields(current, wanted)
  if (isNothing(changes)) return current
  await updateSettings(tx, changes)
  const settings = await findSettings(tx)
  const isReachTheSame = current.isOpen === settings.isOpen && current.audience === settings.audience
  await (isReachTheSame ? recordPagesChanged : applyVisibility)(tx, byMember(caller))
  const detail = { fields: Object.keys(changes) }
  await recordAudit(tx, { action: 'knowledge-base.changed', by: sourceOf(caller), detail })
  return settings
}

/**
 * Changes the languages of the workspace. Refuses to remove a language in use, and refuses a first language in which an
 * article has no text.
 */
export async function changeLanguages(
  tx: WorkspaceTx,
  by: By,
  { items, base, plainSlugs, plainSlugsBase }: BodyOf<typeof contract>,
): Promise<LanguageSettings> {
  const languages = [...new Set(items)]
  const current = await holdLanguages(tx)
  const plain = languages.filter((language) => (plainSlugs ?? current.plainSlugs).includes(language))
  refuseOverwriting({
    base: { ...(base && { items: base }), ...(plainSlugsBase && { plainSlugs: plainSlugsBase }) },
    current: { items: current.languages, plainSlugs: current.plainSlugs },
    wanted: { items: languages, ...(plainSlugs && { plainSlugs: plain }) },
  })
  const settings = { languages, plainSlugs: plain }
  if (isNothing(changedFields(current, settings))) return current
  const { used, missing } = await findUnwritten(tx, languages[0]!)
  const lost = used.filter((language) => !languages.includes(language))
  if (lost.length > 0) throw new Refusal('language-in-use', { detail: `There are texts in ${lost.join(', ')}` })
  if (missing > 0) {
    const lacking = missing === 1 ? '1 article is' : `${missing} articles are`
    const detail = `${lacking} not written in ${languages[0]} yet, so it cannot be the first language`
    throw new Refusal('language-in-use', { detail })
  }
  await setLanguages(tx, settings)
  await recordPagesChanged(tx, by)
  await record(tx, { type: 'languages.changed', subject: aboutKnowledgeBase(tx.workspaceId), by, audience: 'team' })
  return settings
}
