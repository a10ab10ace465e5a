import { aboutKnowledgeBase } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { type By, following, type NewEvent } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { pathOf } from '#server/platform/trees/tree.ts'
import { findOpening, raisePageRevision } from './opening.ts'
import { type CategoryRow, findReach, listAllCategories, writeReach } from './queries/categories.ts'
import { type EffectiveVisibility, narrow } from './visibility.ts'

export const openReach = (opening: { isOpen: boolean; audience: 'public' | 'customers' }): EffectiveVisibility => ({
  audience: opening.isOpen ? opening.audience : 'team',
  isListed: true,
})

/** Raises the revision of the public pages and records the change. Returns the visibility of the top level. */
export async function recordPagesChanged(tx: WorkspaceTx, by: By): Promise<EffectiveVisibility> {
  const base = openReach(await raisePageRevision(tx))
  const subject = aboutKnowledgeBase(tx.workspaceId)
  await record(tx, { type: 'knowledge-base.changed', subject, by, audience: 'team' })
  return base
}

/** Raises the revision of the public pages, because every page shows the name, colour and logo of the workspace. */
export const followLook = (tx: WorkspaceTx, event: NewEvent<'look.changed'>) =>
  recordPagesChanged(tx, following(event, 'look'))

/** Recomputes the visibility of all categories. A listener does the same for their articles. */
export async function applyVisibility(tx: WorkspaceTx, by: By) {
  const base = await recordPagesChanged(tx, by)
  const categories = await listAllCategories(tx)
  const places = new Map(categories.map((category) => [category.id, category]))
  const changed = categories
    .map(({ id, audience, isListed }) => ({
      id,
      was: { audience, isListed },
      is: effectiveVisibilityOf(places, id, base),
    }))
    .filter(({ was, is }) => was.audience !== is.audience || was.isListed !== is.isListed)
  for (const { id, is } of changed) await writeReach(tx, id, is)
  const about = { subject: aboutKnowledgeBase(tx.workspaceId), by, audience: 'team' } as const
  await record(tx, { type: 'reach.changed', ...about, with: { base } })
}

export async function reachIn(tx: WorkspaceTx, categoryId: string | null): Promise<EffectiveVisibility> {
  if (categoryId === null) return openReach(await findOpening(tx))
  const category = await findReach(tx, categoryId)
  if (!category) throw new Refusal('category-not-found')
  return category
}

const effectiveVisibilityOf = (
  places: Map<string, CategoryRow>,
  id: string,
  base: EffectiveVisibility,
): EffectiveVisibility =>
  pathOf(places, id).reduceRight((above, one) => narrow(above, places.get(one)!.visibility), base)
