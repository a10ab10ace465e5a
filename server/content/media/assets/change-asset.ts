import type { changeMedia as contract } from '#contract/content/media.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { refuseUnknownFolder } from '#server/content/media/folders/folders.ts'
import { queueOlder } from '#server/content/media/measure-older.ts'
import { type AssetTexts, type LockedRow, updateMedia } from '#server/content/media/queries/media.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { nearestIn, rounded } from '#server/platform/pictures/crop.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { lockAsset, recordChanged } from './lock-assets.ts'
import type { MediaCall } from './shape-asset.ts'

type AssetChanges = BodyOf<typeof contract>

export async function changeAsset(call: MediaCall, id: string, changes: AssetChanges) {
  const { tx, caller } = call
  const row = await lockAsset(call, id)
  const { alt, caption, folder, focus, crop, ...same } = changes
  if (folder) await refuseUnknownFolder(tx, folder)
  await refuseUnknownLanguages(tx, row, changes)
  const isChanged = await updateMedia(tx, [id], caller.id, {
    ...same,
    ...(folder !== undefined && { folderId: folder }),
    ...((focus || crop !== undefined) && shownOf(row, changes)),
    ...((alt || caption) && { texts: JSON.stringify(textsWith(row.texts, { alt, caption })) }),
  })
  if (!isChanged) return
  await recordChanged(tx, { type: 'agent', id: caller.id })
  if (crop !== undefined) await queueOlder(tx)
}

/** A given focal point must lie within the crop. An earlier one is moved into it. */
function shownOf(row: LockedRow, { focus, crop = row.crop }: AssetChanges) {
  const part = crop && rounded(crop)
  const point = focus ?? { x: row.focusX, y: row.focusY }
  const { x, y } = part ? nearestIn(part, point) : point
  if (focus && Math.max(Math.abs(focus.x - x), Math.abs(focus.y - y)) > 0.0001) throw new Refusal('focus-outside-crop')
  const isOther = JSON.stringify(part) !== JSON.stringify(row.crop && rounded(row.crop))
  return {
    focusX: x,
    focusY: y,
    crop: part && JSON.stringify(part),
    // Colours belong to the visible part, so they are measured again.
    ...(isOther && row.kind === 'image' && { thumbhash: null, palette: [] }),
  }
}

/** Existing texts in languages that were removed may stay. */
export async function refuseUnknownLanguages(
  tx: WorkspaceTx,
  { texts }: Pick<LockedRow, 'texts'>,
  { alt, caption }: Pick<AssetChanges, 'alt' | 'caption'>,
) {
  const written = Object.keys({ ...alt, ...caption })
  if (written.length === 0) return
  const known = new Set([...(await findLanguages(tx)), ...Object.keys(texts)])
  if (written.some((language) => !known.has(language))) throw new Refusal('language-unknown')
}

export function textsWith(texts: AssetTexts, { alt, caption }: Pick<AssetChanges, 'alt' | 'caption'>): AssetTexts {
  const languages = [...new Set([...Object.keys(texts), ...Object.keys({ ...alt, ...caption })])]
  return Object.fromEntries(
    languages.map((language) => {
      const before = texts[language] ?? {}
      return [
        language,
        { alt: alt?.[language] ?? before.alt ?? '', caption: caption?.[language] ?? before.caption ?? '' },
      ]
    }),
  )
}
