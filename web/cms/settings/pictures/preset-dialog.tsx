import type {
  changeMediaPreset,
  createMediaPreset,
  listMediaPresets,
  MediaPreset,
} from '#contract/content/media-presets.ts'
import { keysOf } from '#contract/keys-of.ts'
import { bindFields, TextField } from '#web/fields/settings/form-fields.tsx'
import { ChoiceSetting } from '#web/fields/settings/setting-rows.tsx'
import { numberIn, numberOrNull } from '#web/lib/words/number-in.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { type Fault, useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

type Props = { preset: MediaPreset | 'new'; onClose: () => void }
type Draft = Omit<MediaPreset, 'id' | 'width' | 'height' | 'quality'> & Record<'width' | 'height' | 'quality', string>

const blank: Draft = { name: '', width: '', height: '', fit: 'cover', crop: 'focal', format: 'auto', quality: '80' }
const draftOf = ({ id: _, width, height, quality, ...rest }: MediaPreset): Draft => ({
  ...rest,
  ...{ width: width?.toString() ?? '', height: height?.toString() ?? '', quality: quality.toString() },
})

export const PresetDialog = (props: Props) => (
  <Dialog open onClose={props.onClose} title={props.preset === 'new' ? 'New preset' : 'Change preset'} size="sm">
    <PresetForm {...props} />
  </Dialog>
)

function PresetForm({ preset, onClose }: Props) {
  const kept = preset === 'new' ? null : preset
  const changing = useFormChanges<Draft>(kept ? draftOf(kept) : blank)
  const draft = changing.values
  const { write, isPending, problem } = useWrite(
    // Sends only the changes, with the previous values, so that two admins do not overwrite each other.
    () =>
      kept
        ? ask<typeof changeMediaPreset>('PATCH', '/api/v1/media-presets/:id', {
            params: { id: kept.id },
            body: { ...bodyOf(changing.changes), base: bodyOf(changing.base) },
          })
        : ask<typeof createMediaPreset>('POST', '/api/v1/media-presets', {
            body: { ...bodyOf(draft), name: draft.name },
          }),
    {
      done: () => (kept ? 'Preset changed' : `${draft.name.trim()} created`),
      onAnswer: onClose,
      onProblem: useConflictReload(changing, () => readDraft(kept?.id)),
    },
  )
  const bind = bindFields(changing, useFaults(problem?.fields))
  const form = useFocusOnFault(problem)
  return (
    <DialogForm
      ref={form}
      label={kept ? 'Save' : 'Create preset'}
      busy={isPending}
      onClose={onClose}
      onSubmit={() => !isPending && write()}
    >
      {problem && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
      <TextField
        label="Name"
        help={`Used in picture URLs: ?preset=${draft.name.trim() || 'card'}`}
        maxLength={40}
        isCode
        {...bind('name')}
      />
      <div className="grid grid-cols-3 gap-3">
        <PixelField label="Width" {...bind('width')} />
        <PixelField label="Height" {...bind('height')} />
        <PixelField label="Quality" unit="" {...bind('quality')} />
      </div>
      <ChoiceSetting label="Fit" options={optionsOf(fitWords)} {...bind('fit')} />
      {draft.fit === 'cover' && <ChoiceSetting label="Crop" options={optionsOf(cropWords)} {...bind('crop')} />}
      <ChoiceSetting label="Format" options={optionsOf(formatWords)} {...bind('format')} />
    </DialogForm>
  )
}

function bodyOf({ width, height, quality, ...rest }: Partial<Draft>) {
  return {
    ...rest,
    ...(width !== undefined && { width: numberOrNull(width) }),
    ...(height !== undefined && { height: numberOrNull(height) }),
    ...(quality !== undefined && { quality: numberIn(quality) }),
  }
}

async function readDraft(id: string | undefined) {
  const { answer } = await ask<typeof listMediaPresets>('GET', '/api/v1/media-presets', {})
  const saved = answer?.items.find((one) => one.id === id)
  return saved && draftOf(saved)
}

type PixelProps = { label: string; unit?: string; fault: Fault; value: string; onChange: (value: string) => void }

const PixelField = ({ unit = 'px', ...field }: PixelProps) => <TextField inputMode="numeric" suffix={unit} {...field} />

const optionsOf = <V extends string>(words: Record<V, string>) =>
  keysOf(words).map((value) => ({ value, label: words[value][0]!.toUpperCase() + words[value].slice(1) }))

export const fitWords: Record<MediaPreset['fit'], string> = {
  cover: 'Crop to the size',
  contain: 'Whole picture on a white background',
  inside: 'Whole picture, at most this size',
}
export const cropWords: Record<MediaPreset['crop'], string> = {
  focal: 'around the focal point',
  center: 'around the middle',
}
export const formatWords: Record<MediaPreset['format'], string> = {
  auto: 'Best for each browser',
  webp: 'WebP',
  avif: 'AVIF',
  jpeg: 'JPEG',
  png: 'PNG',
}

export const sizeWords = ({ width, height }: Pick<MediaPreset, 'width' | 'height'>) =>
  width && height ? `${width} × ${height}` : width ? `${width} wide` : `${height} high`
