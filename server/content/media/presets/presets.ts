import {
  type changeMediaPreset,
  type createMediaPreset,
  type MediaPreset,
  mostPresets,
} from '#contract/content/media-presets.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { tellChanged } from '#server/content/media/assets/lock-assets.ts'
import {
  countPresets,
  deletePresetRow,
  findPresetRow,
  hasPresetName,
  insertPreset,
  updatePreset,
} from '#server/content/media/queries/presets.ts'
import { holdContent } from '#server/content/models/raise-revision.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'

type Call = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

/** Told first: who changes the library waits there for each other, so that no more are made at once than may be. */
export async function createPreset({ tx, caller }: Call, body: BodyOf<typeof createMediaPreset>): Promise<MediaPreset> {
  await tellChanged(tx, { type: 'agent', id: caller.id })
  if ((await countPresets(tx)) >= mostPresets) throw new Refusal('too-many-media-presets')
  await refuseTaken(tx, body.name)
  return insertPreset(tx, body)
}

export async function changePreset(
  { tx, caller }: Call,
  id: string,
  { base, ...wanted }: BodyOf<typeof changeMediaPreset>,
): Promise<MediaPreset> {
  // Who changes the library waits for each other.
  await holdContent(tx)
  const preset = await findPreset(tx, id)
  refuseOverwriting({ base, current: preset, wanted })
  const body = changedFields(preset, wanted)
  if (isNothing(body)) return preset
  await tellChanged(tx, { type: 'agent', id: caller.id })
  const { name, width = preset.width, height = preset.height } = body
  if (width === null && height === null)
    throw new Refusal('invalid', { fields: { width: 'Enter a width or a height' } })
  if (name !== undefined && name !== preset.name) await refuseTaken(tx, name)
  return updatePreset(tx, id, body)
}

export async function deletePreset({ tx, caller }: Call, id: string) {
  await tellChanged(tx, { type: 'agent', id: caller.id })
  await findPreset(tx, id)
  await deletePresetRow(tx, id)
}

async function findPreset(tx: WorkspaceTx, id: string): Promise<MediaPreset> {
  const preset = await findPresetRow(tx, id)
  if (!preset) throw new Refusal('media-preset-not-found')
  return preset
}

async function refuseTaken(tx: WorkspaceTx, name: string) {
  if (await hasPresetName(tx, name))
    throw new Refusal('media-preset-name-taken', { fields: { name: 'There is a preset of this name' } })
}
