import {
  type changeMediaPreset,
  type createMediaPreset,
  type MediaPreset,
  mostPresets,
} from '#contract/content/media-presets.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { recordChanged } from '#server/content/media/assets/lock-assets.ts'
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

type PresetCall = { tx: WorkspaceTx; caller: Pick<Member, 'id'> }

/** Creates a preset. `recordChanged` takes the content lock, so that concurrent requests cannot exceed the limit. */
export async function createPreset(
  { tx, caller }: PresetCall,
  body: BodyOf<typeof createMediaPreset>,
): Promise<MediaPreset> {
  await recordChanged(tx, { type: 'agent', id: caller.id })
  if ((await countPresets(tx)) >= mostPresets) throw new Refusal('too-many-media-presets')
  await refuseTaken(tx, body.name)
  return insertPreset(tx, body)
}

export async function changePreset(
  { tx, caller }: PresetCall,
  id: string,
  { base, ...wanted }: BodyOf<typeof changeMediaPreset>,
): Promise<MediaPreset> {
  // The lock keeps concurrent changes from overwriting each other.
  await holdContent(tx)
  const preset = await findPreset(tx, id)
  refuseOverwriting({ base, current: preset, wanted })
  const body = changedFields(preset, wanted)
  if (isNothing(body)) return preset
  await recordChanged(tx, { type: 'agent', id: caller.id })
  const { name, width = preset.width, height = preset.height } = body
  if (width === null && height === null)
    throw new Refusal('invalid', { fields: { width: 'Enter a width or a height' } })
  if (name !== undefined && name !== preset.name) await refuseTaken(tx, name)
  return updatePreset(tx, id, body)
}

export async function deletePreset({ tx, caller }: PresetCall, id: string) {
  await recordChanged(tx, { type: 'agent', id: caller.id })
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
    throw new Refusal('media-preset-name-taken', { fields: { name: 'Another preset has this name' } })
}
