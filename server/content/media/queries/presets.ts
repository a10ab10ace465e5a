import { type Insertable, sql, type Updateable } from 'kysely'
import type { MediaPreset } from '#contract/content/media-presets.ts'
import type { MediaPresets } from '#database/types.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = ['id', 'name', 'width', 'height', 'fit', 'crop', 'format', 'quality'] as const
type Checked = Pick<MediaPreset, 'fit' | 'crop' | 'format'>

export async function listPresetRows(tx: WorkspaceTx) {
  const name = inOrder(sql`name`, await findOwnOrder(tx))
  return tx.selectFrom('mediaPresets').select(columns).$narrowType<Checked>().orderBy(name).execute()
}

export const findPresetRow = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('mediaPresets').select(columns).$narrowType<Checked>().where('id', '=', id).executeTakeFirst()

export async function countPresets(tx: WorkspaceTx): Promise<number> {
  const { count } = await tx
    .selectFrom('mediaPresets')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const hasPresetName = async (tx: WorkspaceTx, name: string) =>
  (await tx.selectFrom('mediaPresets').select('id').where('name', '=', name).executeTakeFirst()) !== undefined

export const insertPreset = (tx: WorkspaceTx, preset: Insertable<MediaPresets>) =>
  tx.insertInto('mediaPresets').values(preset).returning(columns).$narrowType<Checked>().executeTakeFirstOrThrow()

export const updatePreset = (tx: WorkspaceTx, id: string, changes: Updateable<MediaPresets>) =>
  tx
    .updateTable('mediaPresets')
    .set(changes)
    .where('id', '=', id)
    .returning(columns)
    .$narrowType<Checked>()
    .executeTakeFirstOrThrow()

export const deletePresetRow = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('mediaPresets').where('id', '=', id).execute()
