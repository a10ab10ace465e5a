import type { FoundFiles } from '#server/knowledge-base/articles/rendering/resolve-references.ts'
import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { cardAt, type FileAddress, fileAt, pictureAt } from './file-addresses.ts'
import { findShown, listShown } from './queries.ts'

/** Finds the URLs of files. The URLs are relative without an `origin`. */
export async function findShownFiles(tx: WorkspaceTx, reader: Reader, ids: string[], origin = ''): Promise<FoundFiles> {
  const shown = ids.length > 0 ? await listShown(tx, reader, ids) : []
  const pictures = new Map(shown.filter(({ kind }) => kind === 'picture').map((file) => [file.fileId, file]))
  const files = new Map(shown.filter(({ kind }) => kind === 'file').map((file) => [file.fileId, file]))
  return {
    picture: (id) => (pictures.has(id) ? pictureAt(pictures.get(id)!, origin) : null),
    file: (id) => (files.has(id) ? origin + fileAt(files.get(id)!.storedId) : null),
  }
}

export async function findCard(tx: WorkspaceTx, reader: Reader, fileId: string): Promise<string | null> {
  const found = (await listShown(tx, reader, [fileId])).find(({ kind }) => kind === 'picture')
  return found ? cardAt(found.storedId) : null
}

export const findSeen = (tx: WorkspaceTx, reader: Reader, { storedId, edge }: FileAddress) =>
  findShown(tx, reader, edge === null ? 'file' : 'picture', storedId)
