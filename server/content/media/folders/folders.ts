import {
  type changeMediaFolder as changeContract,
  type createMediaFolder as createContract,
  mostFolderDepth,
  mostFolders,
} from '#contract/content/media-folders.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { recordChanged } from '#server/content/media/assets/lock-assets.ts'
import {
  countInFolders,
  deleteFolderRow,
  type FolderRow,
  holdFolder,
  insertFolder,
  listFolderRows,
  lockFolders,
  updateFolder,
} from '#server/content/media/queries/folders.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { heightOf, inTreeOrder, isWithin, pathOf } from '#server/platform/trees/tree.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'

type FolderCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

export async function listFolders(tx: WorkspaceTx) {
  const rows = await listFolderRows(tx)
  const places = placesOf(rows)
  const counts = new Map<string, number>()
  for (const [id, number] of await countInFolders(tx))
    for (const above of pathOf(places, id)) counts.set(above, (counts.get(above) ?? 0) + number)
  return inTreeOrder(rows).map(({ id, parentId, name }) => ({ id, parent: parentId, name, count: counts.get(id) ?? 0 }))
}

async function showFolder(tx: WorkspaceTx, id: string) {
  const folder = (await listFolders(tx)).find((one) => one.id === id)
  if (!folder) throw new Refusal('folder-not-found')
  return folder
}

export async function listIdsWithin(tx: WorkspaceTx, id: string): Promise<string[]> {
  const rows = await listFolderRows(tx)
  const places = placesOf(rows)
  if (!places.has(id)) throw new Refusal('folder-not-found')
  return rows.filter((row) => isWithin(places, row.id, id)).map((row) => row.id)
}

export async function refuseUnknownFolder(tx: WorkspaceTx, id: string) {
  if (!(await holdFolder(tx, id))) throw new Refusal('folder-not-found')
}

export async function createFolder({ tx, caller }: FolderCall, { name, parent }: BodyOf<typeof createContract>) {
  const rows = await lockTree(tx)
  if (rows.length >= mostFolders) throw new Refusal('too-many-folders')
  refusePlace(rows, null, parent)
  refuseTaken(rows, name, parent)
  const { id } = await insertFolder(tx, { name, parentId: parent })
  await recordChanged(tx, { type: 'agent', id: caller.id })
  return showFolder(tx, id)
}

export async function changeFolder(
  { tx, caller }: FolderCall,
  id: string,
  { base, ...changes }: BodyOf<typeof changeContract>,
) {
  const rows = await lockTree(tx)
  const folder = findIn(rows, id)
  refuseOverwriting({ base, current: { name: folder.name, parent: folder.parentId }, wanted: changes })
  const { name = folder.name, parent = folder.parentId } = changes
  if (name === folder.name && parent === folder.parentId) return showFolder(tx, id)
  if (parent !== folder.parentId) refusePlace(rows, id, parent)
  refuseTaken(rows, name, parent, id)
  await updateFolder(tx, id, { name, parentId: parent })
  await recordChanged(tx, { type: 'agent', id: caller.id })
  return showFolder(tx, id)
}

export async function deleteFolder({ tx, caller }: FolderCall, id: string) {
  const rows = await lockTree(tx)
  const { parentId } = findIn(rows, id)
  for (const below of rows.filter((row) => row.parentId === id)) refuseTaken(rows, below.name, parentId, id)
  await deleteFolderRow(tx, id, parentId)
  await recordChanged(tx, { type: 'agent', id: caller.id })
}

async function lockTree(tx: WorkspaceTx): Promise<FolderRow[]> {
  await lockFolders(tx)
  return listFolderRows(tx)
}

const placesOf = (rows: FolderRow[]) => new Map(rows.map((row) => [row.id, row]))

function findIn(rows: FolderRow[], id: string): FolderRow {
  const folder = rows.find((row) => row.id === id)
  if (!folder) throw new Refusal('folder-not-found')
  return folder
}

function refusePlace(rows: FolderRow[], id: string | null, parent: string | null) {
  if (parent === null) return
  const places = placesOf(rows)
  findIn(rows, parent)
  if (id && isWithin(places, parent, id)) throw new Refusal('folder-in-itself')
  if (pathOf(places, parent).length + (id ? heightOf(places, id) : 1) > mostFolderDepth)
    throw new Refusal('folder-too-deep')
}

function refuseTaken(rows: FolderRow[], name: string, parent: string | null, own?: string) {
  const isSame = (row: FolderRow) => row.parentId === parent && row.name.toLowerCase() === name.toLowerCase()
  if (rows.some((row) => row.id !== own && isSame(row))) throw new Refusal('folder-name-taken')
}
