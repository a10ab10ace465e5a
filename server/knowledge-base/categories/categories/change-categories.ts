import type { BodyOf } from '#contract/endpoint.ts'
import { aboutKnowledgeBase } from '#contract/events.ts'
import {
  type changeCategory as changeContract,
  type createCategory as createContract,
  mostCategories,
  mostDepth,
} from '#contract/knowledge-base/categories.ts'
import { findOpening, lockKnowledgeBase } from '#server/knowledge-base/categories/opening.ts'
import type { CategoryRow } from '#server/knowledge-base/categories/queries/categories.ts'
import * as queries from '#server/knowledge-base/categories/queries/categories.ts'
import { applyVisibility, openReach } from '#server/knowledge-base/categories/spread-reach.ts'
import { mayRedirect, narrow } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { heightOf, isWithin, pathOf, placeBefore } from '#server/platform/trees/tree.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { findLanguages, textsTheCallerRead } from '#server/workspace/languages/languages.ts'
import { freeSlug, makeSlug } from '#server/writing/text-life/slug.ts'

type CategoryCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

/** Locks and reads the category tree, so that concurrent changes cannot form a cycle. */
async function lockTree(tx: WorkspaceTx) {
  await lockKnowledgeBase(tx)
  const base = openReach(await findOpening(tx))
  const rows = await queries.listAllCategories(tx)
  return { base, rows, places: new Map(rows.map((row) => [row.id, row])), languages: await findLanguages(tx) }
}
type LockedTree = Awaited<ReturnType<typeof lockTree>>

export async function createCategory(
  { tx, caller }: CategoryCall,
  body: BodyOf<typeof createContract>,
): Promise<string> {
  const tree = await lockTree(tx)
  const { rows, languages } = tree
  if (rows.length >= mostCategories) throw new Refusal('too-many-categories')
  const parentId = body.parent ?? null
  refusePlace(tree, null, parentId)
  const visibility = body.visibility ?? 'public'
  const language = languageOf(languages, body.language)
  const slug = body.slug
    ? refuseTaken(rows, body.slug)
    : freeSlug(await makeSlug(tx, body.name, language), slugsOf(rows))
  const { id } = await queries.insertCategory(tx, {
    parentId,
    visibility,
    ...narrow(reachAbove(tree, parentId), visibility),
    position: siblingsIn(rows, parentId).length + 1,
    slug,
    icon: body.icon ?? 'book',
    texts: JSON.stringify({ [language]: { name: body.name, description: body.description ?? '' } }),
  })
  await queries.freeFormerSlug(tx, slug)
  await applyVisibility(tx, byMember(caller))
  return id
}

export async function changeCategory({ tx, caller }: CategoryCall, id: string, body: BodyOf<typeof changeContract>) {
  const tree = await lockTree(tx)
  const category = findIn(tree, id)
  const { base, language, ...wanted } = body
  const { parent, name, description, slug, icon, visibility } = wanted
  const { parentId, ...current } = category
  const words = textsTheCallerRead(category.texts, languageOf(tree.languages, language), base)
  refuseOverwriting({ base, current: { ...current, ...words, parent: parentId }, wanted })
  const isMoved = parent !== undefined && parent !== category.parentId
  if (isMoved) await placeCategory(tx, tree, id, { parent, before: null })
  if (slug && slug !== category.slug) await queries.keepFormerSlug(tx, category, refuseTaken(tree.rows, slug, id))
  const isChanged = await queries.updateCategory(tx, id, {
    ...(slug && { slug }),
    ...(icon && { icon }),
    ...(visibility && { visibility }),
    ...((name !== undefined || description !== undefined) && {
      texts: textsWith(category, languageOf(tree.languages, language), name, description),
    }),
  })
  if (isMoved || isChanged) await applyVisibility(tx, byMember(caller))
}

export async function moveCategory({ tx, caller }: CategoryCall, id: string, place: TreePosition) {
  const tree = await lockTree(tx)
  findIn(tree, id)
  if (await placeCategory(tx, tree, id, place)) await applyVisibility(tx, byMember(caller))
}

/** Deletes a category and moves its contents to `to`. Without `to`, the category must be empty. */
export async function deleteCategory({ tx, caller }: CategoryCall, id: string, to: string | undefined) {
  const tree = await lockTree(tx)
  const category = findIn(tree, id)
  const below = siblingsIn(tree.rows, id)
  const isEmpty = below.length === 0 && !(await queries.countWritten(tx)).get(id)
  if (!isEmpty && to === undefined) throw new Refusal('category-not-empty')
  const target = to === undefined || to === 'root' ? null : findIn(tree, to).id
  if (target && isWithin(tree.places, target, id)) throw new Refusal('category-in-itself')
  const order = [...siblingsIn(tree.rows, target).filter((one) => one !== id), ...below]
  for (const child of below) {
    refusePlace(tree, child, target)
    await queries.updateCategory(tx, child, { parentId: target })
  }
  await queries.orderCategories(tx, order)
  const about = { subject: aboutKnowledgeBase(tx.workspaceId), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'category.deleted', ...about, with: { categoryId: id, to: target } })
  const lead = tree.places.get(target ?? '')
  if (lead && mayRedirect(category, lead)) await queries.leadSlugsTo(tx, category, lead.id)
  await queries.deleteCategoryRow(tx, id)
  await applyVisibility(tx, byMember(caller))
}

type TreePosition = { parent: string | null; before: string | null }

async function placeCategory(tx: WorkspaceTx, tree: LockedTree, id: string, { parent, before }: TreePosition) {
  refusePlace(tree, id, parent)
  const order = placeBefore(siblingsIn(tree.rows, parent), id, before)
  if (!order) throw new Refusal('not-a-sibling')
  const isElsewhere = await queries.updateCategory(tx, id, { parentId: parent })
  return (await queries.orderCategories(tx, order)) || isElsewhere
}

function refusePlace({ places }: LockedTree, id: string | null, parent: string | null) {
  if (parent === null) return
  if (!places.has(parent)) throw new Refusal('category-not-found')
  if (id && isWithin(places, parent, id)) throw new Refusal('category-in-itself')
  const height = id ? heightOf(places, id) : 1
  if (pathOf(places, parent).length + height > mostDepth) throw new Refusal('category-too-deep')
}

function findIn({ places }: LockedTree, id: string): CategoryRow {
  const category = places.get(id)
  if (!category) throw new Refusal('category-not-found')
  return category
}

const siblingsIn = (rows: CategoryRow[], parentId: string | null) =>
  rows.filter((row) => row.parentId === parentId).map(({ id }) => id)

const reachAbove = ({ places, base }: LockedTree, parentId: string | null) => (parentId ? places.get(parentId)! : base)

const slugsOf = (rows: CategoryRow[]) => new Set(rows.map(({ slug }) => slug))

function refuseTaken(rows: CategoryRow[], slug: string, own?: string): string {
  if (rows.some((row) => row.slug === slug && row.id !== own)) throw new Refusal('category-slug-taken')
  return slug
}

function languageOf(languages: string[], wanted: string | undefined): string {
  if (wanted === undefined) return languages[0]!
  if (!languages.includes(wanted)) throw new Refusal('language-unknown')
  return wanted
}

function textsWith({ texts }: CategoryRow, language: string, name?: string, description?: string): string {
  const before = texts[language] ?? { name: Object.values(texts)[0]!.name, description: '' }
  return JSON.stringify({
    ...texts,
    [language]: { name: name ?? before.name, description: description ?? before.description },
  })
}
