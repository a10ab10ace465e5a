import { keyOf } from '#web/cms/settings/key-of.ts'
import type { Model, ShownField } from '#web/cms/settings/model-page.tsx'
import type { NamedModel } from '#web/cms/settings/settings-frame.tsx'
import { type FieldOf, kindGroups } from '#web/fields/form/field-shape.ts'
import { faceOf, faces } from '#web/fields/kinds.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ConditionSetting } from './condition-setting.tsx'
import { DefaultSetting } from './default-setting.tsx'
import { SunsetDays } from './former-keys.tsx'

/** A field as it is being written: all that every kind has, and the settings of its own. */
export type Draft = {
  key: string
  label: string
  help: string
  kind: ShownField['kind']
  required: ShownField['required']
  unique: boolean
  localized: boolean
  searchable: boolean
  indexed: boolean
  tab: string
  width: ShownField['width']
  message: string
  readBy: ShownField['readBy']
  writtenBy: ShownField['writtenBy']
  condition: ShownField['condition']
  default: unknown
  settings: Record<string, unknown>
  sunsetDays: number
  /** Nobody wrote a key yet, so it follows the label. */
  followsLabel: boolean
}

const common = [
  ...([
    'key',
    'label',
    'help',
    'kind',
    'required',
    'unique',
    'localized',
    'searchable',
    'indexed',
    'tab',
    'width',
  ] as const),
  ...(['message', 'readBy', 'writtenBy', 'condition', 'default'] as const),
] as const
const others = ['id', 'formerKeys', 'deletedAt', 'awaitsLocalized', ...common] as readonly string[]

export const newDraft = (localized: boolean): Draft => ({
  ...{ key: '', label: '', help: '', kind: 'text', required: 'never', unique: false, localized, searchable: false },
  ...{ indexed: false, tab: '', width: 'full', message: '', readBy: 'members', writtenBy: 'members', condition: null },
  ...{ default: null, settings: {}, sunsetDays: 30, followsLabel: true },
})

export const draftOf = (field: ShownField): Draft => ({
  ...(Object.fromEntries(common.map((name) => [name, field[name] ?? null])) as Omit<
    Draft,
    'settings' | 'sunsetDays' | 'followsLabel'
  >),
  settings: Object.fromEntries(Object.entries(field).filter(([name]) => !others.includes(name))),
  ...{ sunsetDays: 30, followsLabel: false },
})

/** What is sent of a draft; what was set of another kind is left behind. */
export function saidOf({ settings, sunsetDays: _, followsLabel: __, ...draft }: Draft, field: ShownField | null) {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  // A setting that was taken back is sent as null, since what is not named stays.
  const gone =
    field && field.kind === draft.kind ? Object.keys(draftOf(field).settings).filter((name) => !(name in given)) : []
  return { ...draft, ...given, ...Object.fromEntries(gone.map((name) => [name, null])), ...(field && { id: field.id }) }
}

type Props = {
  draft: Draft
  field: ShownField | null
  model: Model
  models: NamedModel[]
  /** Somebody wanted to save it. */
  isAsked: boolean
  fault: (name: string) => Fault
  onChange: (changes: Partial<Draft>) => void
}

const kindOptions = kindGroups.flatMap((group) =>
  faces
    .filter((face) => face.group === group)
    .map(({ kind, label, purpose }) => ({ value: kind, label: `${label}: ${purpose}` })),
)

export function FieldForm({ draft, field, model, models, isAsked, fault, onChange }: Props) {
  const { Settings } = faceOf(draft.kind)
  const siblings = model.fields.filter(
    ({ id, deletedAt }) => id !== field?.id && deletedAt === null,
  ) as unknown as FieldOf[]
  return (
    <>
      <Field label="Kind" {...fault('kind')}>
        <Select options={kindOptions} value={draft.kind} onChange={(kind) => onChange(ofKind(kind as Draft['kind']))} />
      </Field>
      <Names {...{ draft, field, fault, onChange }} />
      {Settings && (
        <Settings
          key={draft.kind}
          settings={draft.settings}
          onChange={(changes) => onChange({ settings: { ...draft.settings, ...changes } })}
          fault={fault}
          models={models}
          siblings={siblings}
        />
      )}
      <Rules {...{ draft, fault, onChange, model }} />
      <DefaultSetting draft={draft} fault={fault('default')} onChange={(value) => onChange({ default: value })} />
      <Place {...{ draft, fault, onChange, siblings, isAsked }} />
    </>
  )
}

type Part = Pick<Props, 'draft' | 'fault' | 'onChange'>

const Names = ({ draft, field, fault, onChange }: Part & Pick<Props, 'field'>) => (
  <>
    <Field label="Label" help="What your team reads" {...fault('label')}>
      <Input
        value={draft.label}
        maxLength={80}
        autoComplete="off"
        onChange={({ target }) =>
          onChange({ label: target.value, ...(draft.followsLabel && { key: keyOf(target.value) }) })
        }
      />
    </Field>
    <Field label="Key" help="What programs read" {...fault('key')}>
      <Input
        value={draft.key}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        onChange={({ target }) => onChange({ key: target.value, followsLabel: false })}
      />
    </Field>
    {field && field.key !== draft.key && (
      <SunsetDays
        days={draft.sunsetDays}
        onChange={(sunsetDays) => onChange({ sunsetDays })}
        help={`Programs that ask for ${field.key} go on working so long. No value is lost.`}
        {...fault('sunsetDays')}
      />
    )}
    <Field label="Help" help="Stands below it where it is written" {...fault('help')}>
      <Input value={draft.help} maxLength={300} onChange={({ target }) => onChange({ help: target.value })} />
    </Field>
  </>
)

/** Kinds without words, which searches find nothing in, and kinds without an order. */
const wordless: ReadonlySet<Draft['kind']> = new Set(['category', 'media', 'reference', 'group', 'blocks'])
const orderless: ReadonlySet<Draft['kind']> = new Set(['rich_text', 'json', 'location', 'group', 'blocks'])

/** A draft of another kind, without what has no effect on it. */
const ofKind = (kind: Draft['kind']): Partial<Draft> => ({
  ...{ kind, settings: {}, default: null },
  ...(wordless.has(kind) && { searchable: false }),
  ...(orderless.has(kind) && { indexed: false }),
})

const switches = [
  ['localized', 'Another value in each language'],
  ['unique', 'No two entries have the same value'],
  ['searchable', 'Found by searches'],
  ['indexed', 'Lists are filtered and sorted by it quickly'],
] as const

/** Whether a setting has an effect on a field. */
function hasEffect(name: (typeof switches)[number][0], kind: Draft['kind'], isComponent: boolean): boolean {
  if (name === 'searchable') return !wordless.has(kind)
  if (name === 'indexed') return !isComponent && !orderless.has(kind)
  return name === 'localized' || !isComponent
}

const Rules = ({ draft, fault, onChange, model }: Part & Pick<Props, 'model'>) => (
  <>
    <Field label="Needed" {...fault('required')}>
      <Select
        options={[
          { value: 'never', label: 'No' },
          { value: 'on_publish', label: 'Before it is published' },
          { value: 'always', label: 'Always' },
        ]}
        value={draft.required}
        onChange={(required) => onChange({ required: required as Draft['required'] })}
      />
    </Field>
    <div className="grid gap-2">
      {switches
        .filter(([name]) => hasEffect(name, draft.kind, model.kind === 'component'))
        .map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={draft[name]}
            onChange={({ target }) => onChange({ [name]: target.checked })}
          />
        ))}
    </div>
    <Field label="When a value is refused, say" help="In place of the usual words" {...fault('message')}>
      <Input value={draft.message} maxLength={200} onChange={({ target }) => onChange({ message: target.value })} />
    </Field>
  </>
)

const whose = [
  { value: 'members', label: 'Every member' },
  { value: 'admins', label: 'Admins alone' },
]

function Place({ draft, fault, onChange, siblings, isAsked }: Part & { siblings: FieldOf[]; isAsked: boolean }) {
  return (
    <>
      <Field label="Tab" help="Fields with the same word stand together; the first tab needs none" {...fault('tab')}>
        <Input value={draft.tab} maxLength={40} onChange={({ target }) => onChange({ tab: target.value })} />
      </Field>
      <Field label="Width" {...fault('width')}>
        <Select
          options={[
            { value: 'full', label: 'The whole row' },
            { value: 'half', label: 'Half of it' },
            { value: 'third', label: 'A third' },
          ]}
          value={draft.width}
          onChange={(width) => onChange({ width: width as Draft['width'] })}
        />
      </Field>
      <ConditionSetting
        {...{ siblings, isAsked, condition: draft.condition, fault: fault('condition') }}
        onChange={(condition) => onChange({ condition })}
      />
      <Field label="Seen by" {...fault('readBy')}>
        <Select
          options={whose}
          value={draft.readBy}
          onChange={(readBy) => onChange({ readBy: readBy as Draft['readBy'] })}
        />
      </Field>
      <Field label="Written by" {...fault('writtenBy')}>
        <Select
          options={whose}
          value={draft.writtenBy}
          onChange={(writtenBy) => onChange({ writtenBy: writtenBy as Draft['writtenBy'] })}
        />
      </Field>
    </>
  )
}
