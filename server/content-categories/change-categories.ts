import {
  type changeContentCategory,
  type createContentCategory,
  mostContentCategories,
  mostContentDepth,
} from '#contract/content-categories.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { aboutContent } from '#contract/events.ts'
import { raiseContentRevision } from '#server/content-models/raise-revision.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import { freeSlug, slugOf } from '#server/knowledge-base/slug.ts'
import { nameAssets } from '#server/media/assets/deliver-assets.ts'
import { replaceUses } from '#server/media/uses/uses.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { heightOf, isWithin, pathOf, placeBefore } from '#server/platform/trees/tree.ts'
import {
  type CategoryRow,
  countEntriesIn,
  insertCategory,
  listCategoryRows,
  mergeCategory,
  orderCategories,
  updateCategory,
} from './queries.ts'

type Call = { tx: WorkspaceTx; caller: Pick<Member, 'id'>; platform: Platform }

/** The tree under the lock of the content: changes of it wait for each other, so that no two make a circle together. */
async function openTree(tx: WorkspaceTx) {
  await raiseContentRevision(tx)
  const rows = await listCategoryRows(tx)
  return { rows, places: new Map(rows.map((row) => [row.id, row])), languages: await findLanguages(tx) }
}
type Tree = Awaited<ReturnType<typeof openTree>>

export async function createCategory(call: Call, body: BodyOf<typeof createContentCategory>): Promise<string> {
  const { tx, caller } = call
  const tree = await openTree(tx)
  if (tree.rows.length >= mostContentCategories) throw new Refusal('too-many-content-categories')
  const { name, slug, description = '', picture = null, parent = null, locale } = body
  refusePlace(tree, null, parent)
  await refuseNoPicture(call, picture)
  const siblings = siblingsIn(tree, parent)
  const { id } = await insertCategory(tx, {
    parentId: parent,
    position: siblings.length + 1,
    slug: slug ? refuseTaken(siblings, slug) : freeSlug(slugOf(name), new Set(siblings.map((one) => one.slug))),
    texts: JSON.stringify({ [languageOf(tree, locale)]: { name, description } }),
    pictureId: picture,
  })
  await tellLibrary(tx, { id, name, picture })
  await tell(tx, caller)
  return id
}

export async function changeCategory(call: Call, id: string, body: BodyOf<typeof changeContentCategory>) {
  const { tx, caller } = call
  const tree = await openTree(tx)
  const category = findIn(tree, id)
  const { name, slug, description, picture, parent = category.parentId, locale } = body
  if (slug) category.slug = refuseTaken(siblingsIn(tree, parent), slug, id)
  // One that is kept may have gone from the library meanwhile.
  if (picture && picture !== category.pictureId) await refuseNoPicture(call, picture)
  if (parent !== category.parentId) await putInto(tx, tree, id, { parent, before: null })
  await updateCategory(tx, id, {
    ...(slug && { slug }),
    ...(picture !== undefined && { pictureId: picture }),
    ...((name !== undefined || description !== undefined) && {
      texts: textsWith(category, languageOf(tree, locale), { name, description }),
    }),
  })
  const shown = { name: name ?? nameIn(category), picture: picture === undefined ? category.pictureId : picture }
  await tellLibrary(tx, { id, ...shown })
  await tell(tx, caller)
}

type Place = { parent: string | null; before: string | null }

export async function moveCategory({ tx, caller }: Call, id: string, place: Place) {
  const tree = await openTree(tx)
  findIn(tree, id)
  await putInto(tx, tree, id, place)
  await tell(tx, caller)
}

/** What stands in it goes along to `to`, or a level up with `none`; without either only an empty one is deleted. */
export async function deleteCategory({ tx, caller }: Call, id: string, to: string | undefined) {
  const tree = await openTree(tx)
  const category = findIn(tree, id)
  const below = siblingsIn(tree, id)
  const isEmpty = below.length === 0 && !(await countEntriesIn(tx)).get(id)
  if (!isEmpty && to === undefined) throw new Refusal('content-category-not-empty')
  const target = to === undefined || to === 'none' ? null : findIn(tree, to).id
  if (target && isWithin(tree.places, target, id)) throw new Refusal('category-in-itself')
  const home = target ?? category.parentId
  for (const child of below) {
    refuseTaken(
      siblingsIn(tree, home).filter((one) => one.id !== id),
      child.slug,
    )
    refusePlace(tree, child.id, home)
    await updateCategory(tx, child.id, { parentId: home })
  }
  await orderCategories(
    tx,
    [...siblingsIn(tree, home).filter((one) => one.id !== id), ...below].map((one) => one.id),
  )
  const about = { subject: aboutContent(tx.workspaceId), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'content-category.deleted', ...about, with: { categoryId: id, to: target } })
  await mergeCategory(tx, id, target)
  await tellLibrary(tx, { id, name: '', picture: null })
}

const nameIn = ({ texts }: CategoryRow) => Object.values(texts)[0]!.name

/** Of the library of this workspace, and nothing but a picture. */
async function refuseNoPicture({ tx, platform }: Call, picture: string | null) {
  if (picture === null) return
  if ((await nameAssets({ tx, platform }, [picture])).get(picture)?.kind === 'image') return
  throw new Refusal('media-not-found', { fields: { picture: 'There is no such picture in the library' } })
}

/** So that the media library knows where the picture is used. */
const tellLibrary = (tx: WorkspaceTx, { id, name, picture }: { id: string; name: string; picture: string | null }) =>
  replaceUses(tx, {
    user: { kind: 'content-category', id, label: name },
    media: picture ? [{ id: picture, field: 'picture' }] : [],
  })

const byMember = ({ id }: Call['caller']): By => ({ actor: { type: 'agent', id } })

const tell = (tx: WorkspaceTx, caller: Call['caller']) =>
  record(tx, {
    type: 'content-category.changed',
    subject: aboutContent(tx.workspaceId),
    by: byMember(caller),
    audience: 'team',
  })

async function putInto(tx: WorkspaceTx, tree: Tree, id: string, { parent, before }: Place) {
  refusePlace(tree, id, parent)
  const siblings = siblingsIn(tree, parent)
  refuseTaken(siblings, tree.places.get(id)!.slug, id)
  const order = placeBefore(
    siblings.map((one) => one.id),
    id,
    before,
  )
  if (!order) throw new Refusal('not-a-sibling')
  await updateCategory(tx, id, { parentId: parent })
  await orderCategories(tx, order)
}

/** Refuses a place that there is not, that is below itself, or too deep. */
function refusePlace({ places }: Tree, id: string | null, parent: string | null) {
  if (parent === null) return
  if (!places.has(parent)) throw new Refusal('content-category-not-found')
  if (id && isWithin(places, parent, id)) throw new Refusal('category-in-itself')
  const height = id ? heightOf(places, id) : 1
  if (pathOf(places, parent).length + height > mostContentDepth) throw new Refusal('content-category-too-deep')
}

function findIn({ places }: Tree, id: string): CategoryRow {
  const category = places.get(id)
  if (!category) throw new Refusal('content-category-not-found')
  return category
}

const siblingsIn = ({ rows }: Tree, parentId: string | null) => rows.filter((row) => row.parentId === parentId)

function refuseTaken(siblings: CategoryRow[], slug: string, own?: string): string {
  if (siblings.some((row) => row.slug === slug && row.id !== own)) throw new Refusal('content-category-slug-taken')
  return slug
}

function languageOf({ languages }: Tree, wanted: string | undefined): string {
  if (wanted === undefined) return languages[0]!
  if (!languages.includes(wanted)) throw new Refusal('language-unknown')
  return wanted
}

type Words = { name: string | undefined; description: string | undefined }

function textsWith({ texts }: CategoryRow, language: string, { name, description }: Words): string {
  const before = texts[language] ?? { name: Object.values(texts)[0]!.name, description: '' }
  const words = { name: name ?? before.name, description: description ?? before.description }
  return JSON.stringify({ ...texts, [language]: words })
}
