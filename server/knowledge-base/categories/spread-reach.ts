import { aboutKnowledgeBase } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { type By, following, type NewEvent } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { pathOf } from '#server/platform/trees/tree.ts'
import { findOpening, raiseRevision } from './opening.ts'
import { type CategoryRow, findReach, listAllCategories, writeReach } from './queries/categories.ts'
import { narrow, type Reach } from './visibility.ts'

/** Where nothing stands above: as far as the knowledge base itself is open. */
export const openReach = ({ isOpen, audience }: { isOpen: boolean; audience: 'public' | 'customers' }): Reach => ({
  audience: isOpen ? audience : 'team',
  isListed: true,
})

/** Says that what shows on the pages changed, so that no older page is given from then on; answers how far all is open. */
export async function touchPages(tx: WorkspaceTx, by: By): Promise<Reach> {
  const base = openReach(await raiseRevision(tx))
  await record(tx, {
    type: 'knowledge-base.changed',
    subject: aboutKnowledgeBase(tx.workspaceId),
    by,
    audience: 'team',
  })
  return base
}

/** The name, the colour and the logo of the workspace stand on every page. */
export const followLook = (tx: WorkspaceTx, event: NewEvent<'look.changed'>) => touchPages(tx, following(event, 'look'))

/**
 * Says anew who may read what, after something moved or was opened or closed: of the categories here, and of what stands
 * in them by its listener.
 */
export async function spreadReach(tx: WorkspaceTx, by: By) {
  const base = await touchPages(tx, by)
  const categories = await listAllCategories(tx)
  const places = new Map(categories.map((category) => [category.id, category]))
  const changed = categories
    .map(({ id, audience, isListed }) => ({ id, was: { audience, isListed }, is: reachOf(places, id, base) }))
    .filter(({ was, is }) => was.audience !== is.audience || was.isListed !== is.isListed)
  await writeReach(
    tx,
    changed.map(({ id, is }) => ({ id, ...is })),
  )
  const about = { subject: aboutKnowledgeBase(tx.workspaceId), by, audience: 'team' } as const
  await record(tx, { type: 'reach.changed', ...about, with: { base } })
}

/** How far what stands right in a category may be read, or in none. */
export async function reachIn(tx: WorkspaceTx, categoryId: string | null): Promise<Reach> {
  if (categoryId === null) return openReach(await findOpening(tx))
  const category = await findReach(tx, categoryId)
  if (!category) throw new Refusal('category-not-found')
  return category
}

const reachOf = (places: Map<string, CategoryRow>, id: string, base: Reach): Reach =>
  pathOf(places, id).reduceRight((above, one) => narrow(above, places.get(one)!.visibility), base)
