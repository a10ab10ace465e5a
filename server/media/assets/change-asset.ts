import type { BodyOf } from '#contract/endpoint.ts'
import type { changeMedia as contract } from '#contract/media.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import { refuseUnknownFolder } from '#server/media/folders/folders.ts'
import { type LockedRow, type Texts, updateMedia } from '#server/media/queries/media.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockAsset, tellChanged } from './lock-assets.ts'
import type { MediaCall } from './shape-asset.ts'

type Changes = BodyOf<typeof contract>

export async function changeAsset({ tx, caller }: MediaCall, id: string, changes: Changes, ifMatch?: string) {
  const row = await lockAsset(tx, id, ifMatch)
  const { alt, caption, folder, focus, ...same } = changes
  if (folder) await refuseUnknownFolder(tx, folder)
  await refuseUnknownLanguages(tx, row, changes)
  await updateMedia(tx, [id], caller.id, {
    ...same,
    ...(folder !== undefined && { folderId: folder }),
    ...(focus && { focusX: focus.x, focusY: focus.y }),
    ...((alt || caption) && { texts: JSON.stringify(textsWith(row.texts, { alt, caption })) }),
  })
  await tellChanged(tx, { type: 'agent', id: caller.id })
}

/** Words that were written in a language the workspace has given up may stay. */
async function refuseUnknownLanguages(tx: WorkspaceTx, { texts }: LockedRow, { alt, caption }: Changes) {
  const written = Object.keys({ ...alt, ...caption })
  if (written.length === 0) return
  const known = new Set([...(await findLanguages(tx)), ...Object.keys(texts)])
  if (written.some((language) => !known.has(language))) throw new Refusal('language-unknown')
}

function textsWith(texts: Texts, { alt, caption }: Pick<Changes, 'alt' | 'caption'>): Texts {
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
