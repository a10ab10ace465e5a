import {
  type changeContentCategory,
  type createContentCategory,
  mostContentCategories,
} from '#contract/content/categories.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { aboutContent } from '#contract/events.ts'
import { nameAssets } from '#server/content/media/assets/deliver-assets.ts'
import { raiseContentRevision } from '#server/content/models/raise-revision.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { placeBefore } from '#server/platform/trees/tree.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { textsTheCallerRead } from '#server/workspace/languages/languages.ts'
import { freeSlug, makeSlug } from '#server/writing/text-life/slug.ts'
import {
  announceLibrary,
  type CategoryCall,
  type CategoryTree,
  findIn,
  nameIn,
  openTree,
  refusePlace,
  refuseTaken,
  siblingsIn,
} from './category-tree.ts'
import { type CategoryRow, insertCategory, orderCategories, updateCategory } from './queries.ts'

export async function createCategory(call: CategoryCall, body: BodyOf<typeof createContentCategory>): Promise<string> {
  const { tx, caller } = call
  await raiseContentRevision(tx)
  const tree = await openTree(tx)
  if (tree.rows.length >= mostContentCategories) throw new Refusal('too-many-content-categories')
  const { name, slug, description = '', picture = null, parent = null, locale } = body
  refusePlace(tree, null, parent)
  await requirePicture(call, picture)
  const siblings = siblingsIn(tree, parent)
  const language = languageOf(tree, locale)
  const { id } = await insertCategory(tx, {
    parentId: parent,
    position: siblings.length + 1,
    slug: slug
      ? refuseTaken(siblings, slug)
      : freeSlug(await makeSlug(tx, name, language), new Set(siblings.map((one) => one.slug))),
    texts: JSON.stringify({ [language]: { name, description } }),
    pictureId: picture,
  })
  await announceLibrary(tx, { id, name, picture })
  await tell(tx, caller)
  return id
}

export async function changeCategory(call: CategoryCall, id: string, body: BodyOf<typeof changeContentCategory>) {
  const { tx, caller } = call
  const tree = await openTree(tx)
  const category = findIn(tree, id)
  const { base, locale, ...wanted } = body
  const words = textsTheCallerRead(category.texts, languageOf(tree, locale), base)
  const { slug: address, pictureId, parentId } = category
  refuseOverwriting({ base, current: { ...words, slug: address, picture: pictureId, parent: parentId }, wanted })
  const { name, slug, description, picture, parent = category.parentId } = wanted
  if (slug) category.slug = refuseTaken(siblingsIn(tree, parent), slug, id)
  // Only a new picture is checked, because the current picture can be missing in the library.
  if (picture && picture !== category.pictureId) await requirePicture(call, picture)
  const isMoved = parent !== category.parentId && (await placeCategory(tx, tree, id, { parent, before: null }))
  const isChanged = await updateCategory(tx, id, {
    ...(slug && { slug }),
    ...(picture !== undefined && { pictureId: picture }),
    ...((name !== undefined || description !== undefined) && {
      texts: textsWith(category, languageOf(tree, locale), { name, description }),
    }),
  })
  if (!isMoved && !isChanged) return
  await raiseContentRevision(tx)
  const shown = { name: name ?? nameIn(category), picture: picture === undefined ? category.pictureId : picture }
  await announceLibrary(tx, { id, ...shown })
  await tell(tx, caller)
}

type TreePosition = { parent: string | null; before: string | null }

export async function moveCategory({ tx, caller }: CategoryCall, id: string, place: TreePosition) {
  const tree = await openTree(tx)
  findIn(tree, id)
  if (!(await placeCategory(tx, tree, id, place))) return
  await raiseContentRevision(tx)
  await tell(tx, caller)
}

async function requirePicture({ tx, platform }: CategoryCall, picture: string | null) {
  if (picture === null) return
  if ((await nameAssets({ tx, platform }, [picture])).get(picture)?.kind === 'image') return
  throw new Refusal('media-not-found', { fields: { picture: 'There is no such picture in the library' } })
}

const tell = (tx: WorkspaceTx, caller: CategoryCall['caller']) =>
  record(tx, {
    type: 'content-category.changed',
    subject: aboutContent(tx.workspaceId),
    by: byMember(caller),
    audience: 'team',
  })

/** Moves a category to a position in the tree. Returns whether anything changed. */
async function placeCategory(tx: WorkspaceTx, tree: CategoryTree, id: string, { parent, before }: TreePosition) {
  refusePlace(tree, id, parent)
  const siblings = siblingsIn(tree, parent)
  refuseTaken(siblings, tree.places.get(id)!.slug, id)
  const order = placeBefore(
    siblings.map((one) => one.id),
    id,
    before,
  )
  if (!order) throw new Refusal('not-a-sibling')
  const isElsewhere = await updateCategory(tx, id, { parentId: parent })
  return (await orderCategories(tx, order)) || isElsewhere
}

function languageOf({ languages }: CategoryTree, wanted: string | undefined): string {
  if (wanted === undefined) return languages[0]!
  if (!languages.includes(wanted)) throw new Refusal('language-unknown')
  return wanted
}

type CategoryWords = { name: string | undefined; description: string | undefined }

function textsWith({ texts }: CategoryRow, language: string, { name, description }: CategoryWords): string {
  const before = texts[language] ?? { name: Object.values(texts)[0]!.name, description: '' }
  const words = { name: name ?? before.name, description: description ?? before.description }
  return JSON.stringify({ ...texts, [language]: words })
}
