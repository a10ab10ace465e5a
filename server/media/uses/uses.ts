import { listKnown, listUseRows, writeUses } from '#server/media/queries/uses.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Something that shows assets: what it is, which one, and what people call it. */
export type MediaUser = { kind: string; id: string; label?: string }

/** What something uses from now on, in the place of what it used before; of what is not in the library nothing is kept. */
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

/** Who uses these, as far as people look; a key that is limited to some models is not told of entries of others. */
export async function listUses(tx: WorkspaceTx, mediaIds: string[], models: string[] | null = null) {
  const rows = await listUseRows(tx, mediaIds, { limit: mostShown, models })
  return rows.map(({ userKind, userId, mediaId, field, label }) => ({
    mediaId,
    ...{ kind: userKind, id: userId, field, label },
  }))
}
