import { listDelivered } from '#server/content/media/queries/delivered.ts'
import { findRows } from '#server/content/media/queries/media.ts'
import { type AssetFacts, factsOf } from '#server/content/media/uses/find-facts.ts'
import { addressesOf } from '#server/content/media-delivery/addresses.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { deliveredMeasures, pointIn } from '#server/platform/pictures/crop.ts'

type At = { tx: WorkspaceTx; platform: Platform; domain: string }

/** Properties of an asset in the API. */
export const namesOfAsset = [
  ...(['id', 'url', 'lastingUrl', 'name', 'kind', 'mime', 'bytes', 'width', 'height'] as const),
  ...(['title', 'alt', 'caption', 'credit', 'focus', 'thumbhash', 'palette'] as const),
]
type DeliveredAsset = Record<(typeof namesOfAsset)[number], unknown>

/** Assets for the API in one language. Visitors get public ones only. */
export async function deliverAssets(
  { tx, platform, domain }: At,
  ids: string[],
  language: string,
): Promise<Map<string, DeliveredAsset>> {
  const rows = await listDelivered(tx, ids)
  const at = { workspaceId: tx.workspaceId, domain }
  return new Map(
    rows.map((row) => {
      const { id, name, kind, mime, title, credit, texts, crop, palette } = row
      const { width, height } = deliveredMeasures(row)
      const { alt = '', caption = '' } = texts[language] ?? {}
      const { url, lastingUrl } = addressesOf(platform, at, row)
      const bytes = Number(row.bytes)
      return [
        id,
        {
          id,
          url,
          lastingUrl,
          name,
          kind,
          mime,
          bytes,
          width,
          height,
          title,
          alt,
          caption,
          credit,
          focus: pointIn(crop, { x: row.focusX, y: row.focusY }),
          thumbhash: row.thumbhash?.toString('base64') || null,
          palette,
        },
      ]
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

/** Assets by id for the team, with title and a temporary thumbnail URL. */
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
