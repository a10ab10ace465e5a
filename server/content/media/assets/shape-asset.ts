import type { showMedia } from '#contract/content/media.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { AssetRow } from '#server/content/media/queries/media.ts'
import { inLanguages } from '#server/content/media/uses/find-facts.ts'
import { addressesOf } from '#server/content/media-delivery/addresses.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'

/** The parts of a call that operations on assets need, with its If-Match. */
export type MediaCall = { tx: WorkspaceTx; caller: Member; platform: Platform; ifMatch?: string | undefined }
export type Asset = AnswerOf<typeof showMedia>

/** Assets for the team, with signed URLs. */
export async function shapeAssets({ tx, caller, platform }: MediaCall, rows: AssetRow[]): Promise<Asset[]> {
  const names = await findMemberNames(
    tx,
    rows.map(({ createdBy }) => createdBy),
  )
  const { workspaceId } = caller
  return rows.map((row) => ({
    ...shape(row, names),
    ...addressesOf(platform, caller, row),
    thumbnail:
      row.kind === 'image' ? signFileUrl(platform, { workspaceId, fileId: row.fileId, use: 'thumbnail' }) : null,
    download: signFileUrl(platform, { workspaceId, fileId: row.fileId, use: 'download' }),
  }))
}

const shape = (row: AssetRow, names: Map<string, string>) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  mime: row.mime,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  hash: row.hash.toString('hex'),
  folder: row.folderId,
  title: row.title,
  credit: row.credit,
  tags: row.tags,
  isPublic: row.isPublic,
  thumbhash: row.thumbhash?.toString('base64') || null,
  palette: row.palette,
  alt: inLanguages(row.texts, 'alt'),
  caption: inLanguages(row.texts, 'caption'),
  focus: { x: row.focusX, y: row.focusY },
  crop: row.crop,
  useCount: row.useCount,
  revision: row.revision,
  isTrashed: row.trashedAt !== null,
  createdBy: row.createdBy ? { id: row.createdBy, name: names.get(row.createdBy) ?? '' } : null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
