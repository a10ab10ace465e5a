import { ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { fieldDefaults } from '#contract/fields/defaults.ts'
import { isSame } from '#contract/is-same.ts'
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
import { Icon } from '#web/ui/mark/icon.tsx'
import { ConditionSetting } from './condition-setting.tsx'
import { DefaultSetting } from './default-setting.tsx'
import { SunsetDays } from './former-keys.tsx'

/** Properties that a field of every kind has. */
const common = [
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
  'message',
  'readBy',
  'writtenBy',
  'condition',
  'default',
] as const
const notSettings: readonly string[] = ['id', 'formerKeys', 'deletedAt', 'awaitsLocalized', ...common]

/** The state of the form. `followsLabel`: the API name follows the label until it is typed. */
export type Draft = Pick<ShownField, Exclude<(typeof common)[number], 'default'>> & {
  default: unknown
  settings: Record<string, unknown>
  sunsetDays: number
  followsLabel: boolean
}

export const newDraft = (localized: boolean): Draft => ({
  ...fieldDefaults,
  key: '',
  label: '',
  kind: 'text',
  localized,
  default: null,
  settings: {},
  sunsetDays: 30,
  followsLabel: true,
})

export const draftOf = (field: ShownField): Draft => ({
  ...newDraft(field.localized),
  ...Object.fromEntries(common.map((name) => [name, field[name] ?? null])),
  settings: Object.fromEntries(Object.entries(field).filter(([name]) => !notSettings.includes(name))),
  followsLabel: false,
})

/** The body of the request. A setting that was cleared is sent as null, since a setting that is not named stays. */
export function bodyOf({ settings, sunsetDays: _, followsLabel: __, ...draft }: Draft, field: ShownField | null) {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  const cleared =
    field && field.kind === draft.kind ? Object.keys(draftOf(field).settings).filter((name) => !(name in given)) : []
  return {
    ...draft,
    ...given,
    ...Object.fromEntries(cleared.map((name) => [name, null])),
    ...(field && { id: field.id }),
  }
}

type Props = {
  draft: Draft
  field: ShownField | null
  model: Model
  models: NamedModel[]
  /** Save was pressed. */
  isSubmitted: boolean
  fault: (name: string) => Fault
  onChange: (changes: Partial<Draft>) => void
}

/** The kind, the names and whether it is required; everything else is folded under "More". */
export function FieldForm({ draft, field, model, models, isSubmitted, fault, onChange }: Props) {
  const { Settings, needsSettings } = faceOf(draft.kind)
  const siblings = model.fields.filter(
    ({ id, deletedAt }) => id !== field?.id && deletedAt === null,
  ) as unknown as FieldOf[]
  const change = (changes: Record<string, unknown>) => onChange({ settings: { ...draft.settings, ...changes } })
  const settings = Settings && (
    <Settings
      key={draft.kind}
      settings={draft.settings}
      onChange={change}
      fault={fault}
      bind={(name) => ({
        fault: fault(name),
        value: draft.settings[name] as never,
        onChange: (value) => change({ [name]: value }),
      })}
      models={models}
      siblings={siblings}
    />
  )
  return (
    <>
      <Field label="Kind" {...fault('kind')}>
        <Select options={kindOptions} value={draft.kind} onChange={(kind) => onChange(ofKind(kind as Draft['kind']))} />
      </Field>
      <Names {...{ draft, field, fault, onChange }} />
      <Field label="Required" {...fault('required')}>
        <Select
          options={[
            { value: 'never', label: 'No' },
            { value: 'on_publish', label: 'To publish' },
            { value: 'always', label: 'Always' },
          ]}
          value={draft.required}
          onChange={(required) => onChange({ required: required as Draft['required'] })}
        />
      </Field>
      {needsSettings && settings}
      <More isSet={field !== null && hasMore(draft, model)}>
        {!needsSettings && settings}
        <Rules {...{ draft, fault, onChange, model }} />
        <DefaultSetting draft={draft} fault={fault('default')} onChange={(value) => onChange({ default: value })} />
        <Display {...{ draft, fault, onChange, siblings, isSubmitted }} />
      </More>
    </>
  )
}

const kindOptions = kindGroups.flatMap((group) =>
  faces
    .filter((face) => face.group === group)
    .map(({ kind, label, purpose }) => ({ value: kind, label: `${label}: ${purpose}` })),
)

/** A draft of another kind, without the properties that have no effect on it. */
function ofKind(kind: Draft['kind']): Partial<Draft> {
  const { isSearchable, isIndexable } = faceOf(kind)
  return {
    kind,
    settings: {},
    default: null,
    ...(!isSearchable && { searchable: false }),
    ...(!isIndexable && { indexed: false }),
  }
}

/** Whether a value under "More" differs from the one of a new field. */
function hasMore({ key: _, label: __, kind, required: ___, settings, ...rest }: Draft, model: Model): boolean {
  const usual: Partial<Draft> = newDraft(model.localized)
  const names = Object.keys(rest).filter((name) => name !== 'followsLabel') as (keyof typeof rest)[]
  return (
    names.some((name) => !isSame(rest[name], usual[name])) ||
    (!faceOf(kind).needsSettings && Object.keys(settings).length > 0)
  )
}

/** Opens by itself when a control in it is wrong, before the form moves the focus there. */
function More({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  const [isOpenAtFirst] = useState(isSet)
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (details.current?.querySelector('[aria-invalid=true]')) details.current.open = true
  })
  return (
    <details ref={details} open={isOpenAtFirst} className="group min-w-0">
      <summary className="flex min-h-8 w-fit list-none items-center gap-1.5 rounded-xs pr-2 font-medium hover:text-ink">
        <Icon
          of={ChevronRight}
          size={14}
          className="transition-transform duration-(--st-t-menu) group-open:rotate-90"
        />
        More
      </summary>
      <div className="mt-3 grid gap-4">{children}</div>
    </details>
  )
}

type Part = Pick<Props, 'draft' | 'fault' | 'onChange'>

const Names = ({ draft, field, fault, onChange }: Part & Pick<Props, 'field'>) => (
  <>
    <Field label="Label" help="Shown to your team" {...fault('label')}>
      <Input
        value={draft.label}
        maxLength={80}
        autoComplete="off"
        onChange={({ target }) =>
          onChange({ label: target.value, ...(draft.followsLabel && { key: keyOf(target.value) }) })
        }
      />
    </Field>
    <Field label="API name" help="Used by programs" {...fault('key')}>
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
        help={`Programs can use ${field.key} until then. No value is lost.`}
        {...fault('sunsetDays')}
      />
    )}
  </>
)

const switches = [
  ['localized', 'A value for each language'],
  ['unique', 'Unique: no two entries have the same value'],
  ['searchable', 'Searchable'],
  ['indexed', 'Indexed: lists are filtered and sorted faster'],
] as const

/** Whether a setting has an effect on a field. */
function hasEffect(name: (typeof switches)[number][0], kind: Draft['kind'], isComponent: boolean): boolean {
  if (name === 'searchable') return faceOf(kind).isSearchable === true
  if (name === 'indexed') return !isComponent && faceOf(kind).isIndexable === true
  return name === 'localized' || !isComponent
}

const Rules = ({ draft, fault, onChange, model }: Part & Pick<Props, 'model'>) => (
  <>
    <Field label="Help text" help="Shown below the field in the editor" {...fault('help')}>
      <Input value={draft.help} maxLength={300} onChange={({ target }) => onChange({ help: target.value })} />
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
    <Field label="Error message" help="Shown instead of the default message" {...fault('message')}>
      <Input value={draft.message} maxLength={200} onChange={({ target }) => onChange({ message: target.value })} />
    </Field>
  </>
)

const people = [
  { value: 'members', label: 'All members' },
  { value: 'admins', label: 'Admins only' },
]

function Display({
  draft,
  fault,
  onChange,
  siblings,
  isSubmitted,
}: Part & { siblings: FieldOf[]; isSubmitted: boolean }) {
  return (
    <>
      <Field label="Tab" help="Fields with the same tab are shown together. Empty: the first tab" {...fault('tab')}>
        <Input value={draft.tab} maxLength={40} onChange={({ target }) => onChange({ tab: target.value })} />
      </Field>
      <Field label="Width" {...fault('width')}>
        <Select
          options={[
            { value: 'full', label: 'Full' },
            { value: 'half', label: 'Half' },
            { value: 'third', label: 'One third' },
          ]}
          value={draft.width}
          onChange={(width) => onChange({ width: width as Draft['width'] })}
        />
      </Field>
      <ConditionSetting
        {...{ siblings, isSubmitted, condition: draft.condition, fault: fault('condition') }}
        onChange={(condition) => onChange({ condition })}
      />
      <Field label="Visible to" {...fault('readBy')}>
        <Select
          options={people}
          value={draft.readBy}
          onChange={(readBy) => onChange({ readBy: readBy as Draft['readBy'] })}
        />
      </Field>
      <Field label="Editable by" {...fault('writtenBy')}>
        <Select
          options={people}
          value={draft.writtenBy}
          onChange={(writtenBy) => onChange({ writtenBy: writtenBy as Draft['writtenBy'] })}
        />
      </Field>
    </>
  )
}
