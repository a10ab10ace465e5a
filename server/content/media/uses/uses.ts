import { type AssetRow, type AssetTexts, findRows } from '#server/content/media/queries/media.ts'
import { countUnseenUses, listKnown, listUseRows, writeUses } from '#server/content/media/queries/uses.ts'
import { findModels, type ModelReader, modelsSeen } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type MediaUser = { kind: string; id: string; label?: string }

/** Replaces the recorded uses of media by one user, such as an entry or a category. Unknown asset ids are ignored. */
export async function replaceUses(
  tx: WorkspaceTx,
  { user, media }: { user: MediaUser; media: { id: string; field: string }[] },
) {
  const known = new Set(media.length > 0 ? await listKnown(tx, [...new Set(media.map(({ id }) => id))]) : [])
  const uses = new Map(media.filter(({ id }) => known.has(id)).map((use) => [`${use.id} ${use.field}`, use]))
  const label = [...(user.label ?? '')].slice(0, 300).join('')
  const rows = [...uses.values()].map(({ id, field }) => ({
    userKind: user.kind,
    userId: user.id,
    mediaId: id,
    field,
    label,
  }))
  await writeUses(tx, user, rows)
}

const mostShown = 200

/**
 * Lists up to 200 uses of these files. Also counts the uses that the caller cannot see, because the API key is limited
 * to other models or the field is for admins only.
 */
export async function listUses({ tx, caller }: ModelReader & { tx: WorkspaceTx }, mediaIds: string[]) {
  const models = modelsSeen({ caller }, await findModels(tx))
  const modelIds = caller.key?.models ?? null
  const seen = { modelIds, hiddenSlots: [...models.hiddenSlots] }
  const rows = await listUseRows(tx, mediaIds, { ...seen, limit: mostShown })
  const uses = rows.map(({ userKind, userId, ...use }) => ({ ...use, kind: userKind, id: userId }))
  return { uses, unseen: await countUnseenUses(tx, mediaIds, seen) }
}

export type AssetFacts = Pick<AssetRow, 'name' | 'kind' | 'width' | 'height'> & {
  bytes: number
  alt: Record<string, string>
}

/** Returns the facts about media files that field rules check. Files in the trash count as missing. */
export async function findFacts(tx: WorkspaceTx, ids: string[]): Promise<Map<string, AssetFacts>> {
  const rows = (await findRows(tx, ids)).filter(({ trashedAt }) => trashedAt === null)
  return new Map(rows.map((row) => [row.id, factsOf(row)]))
}

export const factsOf = ({ name, kind, width, height, bytes, texts }: AssetRow): AssetFacts => ({
  name,
  kind,
  width,
  height,
  bytes: Number(bytes),
  alt: inLanguages(texts, 'alt'),
})

export const inLanguages = (texts: AssetTexts, part: 'alt' | 'caption'): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([language, text]) => (text[part] ? [[language, text[part]]] : [])))
