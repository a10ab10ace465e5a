import { aboutContent } from '#contract/events.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isWithin } from '#server/platform/trees/tree.ts'
import {
  announceLibrary,
  type CategoryCall,
  type CategoryTree,
  findIn,
  nameIn,
  openTree,
  refusePlace,
  siblingsIn,
} from './category-tree.ts'
import { type CategoryRow, countEntriesIn, mergeCategory, orderCategories, updateCategory } from './queries.ts'

/**
 * Deletes a category. Without `to`, the category must be empty. With `to: 'none'`, its entries lose the category and
 * its subcategories move one level up. Otherwise the category is merged into `to`.
 */
export async function deleteCategory(call: CategoryCall, id: string, to: string | undefined) {
  const tree = await openTree(call.tx)
  const category = findIn(tree, id)
  const isEmpty = siblingsIn(tree, id).length === 0 && !(await countEntriesIn(call.tx)).get(id)
  if (!isEmpty && to === undefined) throw new Refusal('content-category-not-empty')
  if (to !== undefined && to !== 'none') return mergeWith(call, tree, category, findIn(tree, to))
  await moveUp(call, tree, category)
  await close(call, tree, category, null)
}

// Merges a category into `target`, including entries and subcategories. Copies texts and the picture that `target`
// lacks. Merges subcategories with the same slug, too.
async function mergeWith(call: CategoryCall, tree: CategoryTree, category: CategoryRow, target: CategoryRow) {
  const { tx } = call
  if (isWithin(tree.places, target.id, category.id)) throw new Refusal('category-in-itself')
  for (const child of siblingsIn(tree, category.id)) {
    const twin = siblingsIn(tree, target.id).find(({ slug, id }) => slug === child.slug && id !== category.id)
    if (twin) await mergeWith(call, tree, child, twin)
    else await moveTo(call, tree, child, target.id)
  }
  await orderCategories(tx, idsIn(tree, target.id, category))
  target.texts = { ...category.texts, ...target.texts }
  target.pictureId ??= category.pictureId
  await updateCategory(tx, target.id, { texts: JSON.stringify(target.texts), pictureId: target.pictureId })
  await close(call, tree, category, target.id)
  await announceLibrary(tx, { id: target.id, name: nameIn(target), picture: target.pictureId })
}

async function moveUp(call: CategoryCall, tree: CategoryTree, category: CategoryRow) {
  const home = category.parentId
  const below = siblingsIn(tree, category.id)
  const beside = siblingsIn(tree, home).filter(({ id }) => id !== category.id)
  if (below.some(({ slug }) => beside.some((one) => one.slug === slug)))
    throw new Refusal('content-category-slug-taken')
  for (const child of below) await moveTo(call, tree, child, home)
  await orderCategories(call.tx, idsIn(tree, home, category))
}

async function moveTo({ tx }: CategoryCall, tree: CategoryTree, category: CategoryRow, home: string | null) {
  refusePlace(tree, category.id, home)
  await updateCategory(tx, category.id, { parentId: home })
  category.parentId = home
  tree.rows = [...tree.rows.filter((row) => row !== category), category]
}

const idsIn = (tree: CategoryTree, home: string | null, without: CategoryRow) =>
  siblingsIn(tree, home).flatMap(({ id }) => (id === without.id ? [] : id))

async function close({ tx, caller }: CategoryCall, tree: CategoryTree, { id }: CategoryRow, to: string | null) {
  const about = { subject: aboutContent(tx.workspaceId), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'content-category.deleted', ...about, with: { categoryId: id, to } })
  await mergeCategory(tx, id, to)
  await announceLibrary(tx, { id, name: '', picture: null })
  tree.rows = tree.rows.filter((row) => row.id !== id)
  tree.places.delete(id)
}
