import { findRows, listDelivered } from '#server/content/media/queries/media.ts'
import { type AssetFacts, factsOf } from '#server/content/media/uses/uses.ts'
import { addressesOf } from '#server/content/media-delivery/addresses.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { deliveredMeasures, pointIn } from '#server/platform/pictures/crop.ts'

type At = { tx: WorkspaceTx; platform: Platform; domain: string }

export const namesOfAsset = [
  ...(['id', 'url', 'lastingUrl', 'name', 'kind', 'mime', 'bytes', 'width', 'height'] as const),
  ...(['title', 'alt', 'caption', 'credit', 'focus', 'thumbhash', 'palette'] as const),
]
type DeliveredAsset = Record<(typeof namesOfAsset)[number], unknown>

/** Returns API assets with texts in one language. Row-level security hides non-public assets from visitors. */
export async function deliverAssets(
  { tx, platform, domain }: At,
  ids: string[],
  language: string,
): Promise<Map<string, DeliveredAsset>> {
  const rows = await listDelivered(tx, ids)
  const at = { workspaceId: tx.workspaceId, domain }
  return new Map(
    rows.map((row) => {
      const { hash: _, isPublic: __, focusX, focusY, texts, crop, ...same } = row
      const { alt = '', caption = '' } = texts[language] ?? {}
      const asset = {
        ...same,
        ...addressesOf(platform, at, row),
        ...deliveredMeasures(row),
        bytes: Number(row.bytes),
        alt,
        caption,
        focus: pointIn(crop, { x: focusX, y: focusY }),
        thumbhash: row.thumbhash?.toString('base64') || null,
      }
      return [row.id, asset]
    }),
  )
}

export type NamedAsset = {
  id: string
  kind: string
  title: string
  picture: string | null
  file: AssetFacts & { focus: { x: number; y: number } }
}

export async function nameAssets(
  { tx, platform }: Pick<At, 'tx' | 'platform'>,
  ids: string[],
): Promise<Map<string, NamedAsset>> {
  const { workspaceId } = tx
  const rows = (await findRows(tx, ids)).filter(({ trashedAt }) => trashedAt === null)
  return new Map(
    rows.map((row) => {
      const { id, kind, title, name, fileId } = row
      const file = { ...factsOf(row), focus: { x: row.focusX, y: row.focusY } }
      const picture = kind === 'image' ? signFileUrl(platform, { workspaceId, fileId, use: 'thumbnail' }) : null
      return [id, { id, kind, title: title || name, picture, file }]
    }),
  )
}
