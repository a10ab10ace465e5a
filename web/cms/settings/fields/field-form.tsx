import { ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { fieldDefaults } from '#contract/fields/defaults.ts'
import { isSame } from '#contract/is-same.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { Model, ShownField } from '#web/cms/settings/model-page.tsx'
import type { NamedModel } from '#web/cms/settings/settings-frame.tsx'
import { type FieldOf, kindGroups } from '#web/fields/form/field-shape.ts'
import { kindViewOf, kindViews } from '#web/fields/kinds.ts'
import { ConditionSetting } from '#web/fields/settings/condition-setting.tsx'
import { DefaultSetting } from '#web/fields/settings/default-setting.tsx'
import { FieldNames } from '#web/fields/settings/field-names.tsx'
import { bindFields, TextField } from '#web/fields/settings/form-fields.tsx'
import { KindSettings } from '#web/fields/settings/kind-settings.tsx'
import { ChoiceSetting } from '#web/fields/settings/setting-rows.tsx'
import type { Fault } from '#web/lib/write/use-faults.ts'
import type { Option } from '#web/ui/choice/option.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { SunsetDays } from './former-keys.tsx'

const defaultNames = keysOf(fieldDefaults)
const common = ['key', 'label', 'kind', 'default', ...defaultNames] as const
const notSettings: readonly string[] = ['id', 'formerKeys', 'deletedAt', 'awaitsLocalized', ...common]

/** State of the form. `followsLabel`: the API name is made from the label until an API name is typed. */
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

/** Returns the request body. Cleared settings are null, because the API keeps omitted settings. */
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
  isSubmitted: boolean
  fault: (name: string) => Fault
  onChange: (changes: Partial<Draft>) => void
}

export function FieldForm({ draft, field, model, models, isSubmitted, fault, onChange }: Props) {
  const { needsSettings } = kindViewOf(draft.kind)
  const siblings = model.fields.filter(({ id, deletedAt }) => id !== field?.id && deletedAt === null) as FieldOf[]
  const settings = (
    <KindSettings
      kind={draft.kind}
      settings={draft.settings}
      {...{ models, siblings, fault }}
      onChange={(changed) => onChange({ settings: changed })}
    />
  )
  const bind = bindFields<Draft>({ values: draft, change: (name, value) => onChange({ [name]: value }) }, fault)
  return (
    <>
      <FieldNames
        names={draft}
        labelHelp="Shown to your team"
        keyLabel="API name"
        keyHelp="Used by programs"
        mostKeyCharacters={60}
        fault={fault}
        onChange={onChange}
      />
      {field && field.key !== draft.key && (
        <SunsetDays
          days={draft.sunsetDays}
          onChange={(sunsetDays) => onChange({ sunsetDays })}
          help={`Programs can use ${field.key} during this time. No value is lost.`}
          {...fault('sunsetDays')}
        />
      )}
      <ChoiceSetting label="Kind" options={kindOptions} {...bind('kind')} onChange={(kind) => onChange(ofKind(kind))} />
      <ChoiceSetting label="Required" options={requirements} {...bind('required')} />
      {needsSettings && settings}
      <More isSet={field !== null && hasMore(draft, model)}>
        {!needsSettings && settings}
        <TextField label="Help text" help="Shown below the field in the editor" maxLength={300} {...bind('help')} />
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
        <TextField
          label="Error message"
          help="Shown instead of the default message"
          maxLength={200}
          {...bind('message')}
        />
        <DefaultSetting draft={draft} help="Filled in for new entries" {...bind('default')} />
        <TextField
          label="Tab"
          help="Fields with the same tab are shown together. Empty: the first tab"
          maxLength={40}
          {...bind('tab')}
        />
        <ChoiceSetting label="Width" options={widths} {...bind('width')} />
        <ConditionSetting siblings={siblings} isSubmitted={isSubmitted} {...bind('condition')} />
        <ChoiceSetting label="Visible to" options={people} {...bind('readBy')} />
        <ChoiceSetting label="Editable by" options={people} {...bind('writtenBy')} />
      </More>
    </>
  )
}

const requirements: Option<Draft['required']>[] = [
  { value: 'never', label: 'No' },
  { value: 'on_publish', label: 'To publish' },
  { value: 'always', label: 'Always' },
]
const widths: Option<Draft['width']>[] = [
  { value: 'full', label: 'Full' },
  { value: 'half', label: 'Half' },
  { value: 'third', label: 'One third' },
]
const people: Option<Draft['readBy']>[] = [
  { value: 'members', label: 'All members' },
  { value: 'admins', label: 'Admins only' },
]

const kindOptions = kindGroups.flatMap((group) =>
  kindViews
    .filter((view) => view.group === group)
    .map(({ kind, label, purpose }) => ({ value: kind, label: `${label}: ${purpose}` })),
)

function ofKind(kind: Draft['kind']): Partial<Draft> {
  const { isSearchable, isIndexable } = kindViewOf(kind)
  return {
    kind,
    settings: {},
    default: null,
    ...(!isSearchable && { searchable: false }),
    ...(!isIndexable && { indexed: false }),
  }
}

function hasMore({ key: _, label: __, kind, required: ___, settings, ...rest }: Draft, model: Model): boolean {
  const usual: Partial<Draft> = newDraft(model.localized)
  const names = keysOf(rest).filter((name) => name !== 'followsLabel')
  return (
    names.some((name) => !isSame(rest[name], usual[name])) ||
    (!kindViewOf(kind).needsSettings && Object.keys(settings).length > 0)
  )
}

// Section with further settings. It opens when a control inside is invalid, before the form moves the focus to that
// control.
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

const switches = [
  ['localized', 'A value for each language'],
  ['unique', 'Unique: no two entries have the same value'],
  ['searchable', 'Searchable'],
  ['indexed', 'Indexed: lists are filtered and sorted faster'],
] as const

function hasEffect(name: (typeof switches)[number][0], kind: Draft['kind'], isComponent: boolean): boolean {
  if (name === 'searchable') return kindViewOf(kind).isSearchable === true
  if (name === 'indexed') return !isComponent && kindViewOf(kind).isIndexable === true
  return name === 'localized' || !isComponent
}
