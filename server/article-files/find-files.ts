import type { FoundFiles } from '#server/articles/rendering/find-addresses.ts'
import type { Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type AskedFile, cardAt, fileAt, pictureAt } from './file-addresses.ts'
import { isShown, listShown } from './queries.ts'

/** What live texts show of these files to a reader, at lasting addresses, on a page of this host where no origin is named. */
export async function findShownFiles(tx: WorkspaceTx, reader: Reader, ids: string[], origin = ''): Promise<FoundFiles> {
  const shown = ids.length > 0 ? await listShown(tx, reader, ids) : []
  const pictures = new Map(shown.filter(({ kind }) => kind === 'picture').map((file) => [file.fileId, file]))
  const files = new Map(shown.filter(({ kind }) => kind === 'file').map((file) => [file.fileId, file]))
  return {
    picture: (id) => (pictures.has(id) ? pictureAt(pictures.get(id)!, origin) : null),
    file: (id) => (files.has(id) ? origin + fileAt(files.get(id)!.storedId) : null),
  }
}

/** The picture that stands for an article where somebody links to it. */
export async function findCard(tx: WorkspaceTx, reader: Reader, fileId: string): Promise<string | null> {
  const found = (await listShown(tx, reader, [fileId])).find(({ kind }) => kind === 'picture')
  return found ? cardAt(found.storedId) : null
}

/** Whether a text that the reader may read shows or offers it now. */
export const maySee = (tx: WorkspaceTx, reader: Reader, { storedId, edge }: AskedFile) =>
  isShown(tx, reader, edge === null ? 'file' : 'picture', storedId)
