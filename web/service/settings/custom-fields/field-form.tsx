import { customFieldKinds, type FieldOwner } from '#contract/fields/custom-field-values.ts'
import type { CustomField, CustomOption } from '#contract/fields/custom-fields.ts'
import { fieldKeyInQuery } from '#contract/tickets/ticket-query.ts'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { kindViewOf } from '#web/fields/kinds.ts'
import { ConditionSetting } from '#web/fields/settings/condition-setting.tsx'
import { DefaultSetting } from '#web/fields/settings/default-setting.tsx'
import { bindFields, TextField } from '#web/fields/settings/form-fields.tsx'
import { keyOf } from '#web/fields/settings/key-of.ts'
import { ChoiceSetting } from '#web/fields/settings/setting-rows.tsx'
import type { Fault } from '#web/lib/write/use-faults.ts'
import type { Option } from '#web/ui/choice/option.tsx'
import type { Draft } from './field-draft.ts'
import { FieldPreview } from './field-preview.tsx'
import { kindLabels } from './kind-words.ts'

type Props = {
  owner: FieldOwner
  draft: Draft
  field: CustomField | null
  fields: CustomField[]
  isSubmitted: boolean
  fault: (name: string) => Fault
  onChange: (changes: Partial<Draft>) => void
}

export function FieldForm({ owner, draft, field, fields, isSubmitted, fault, onChange }: Props) {
  const { Settings } = kindViewOf(draft.kind)
  const siblings = fields.filter(({ id }) => id !== field?.id) as unknown as FieldOf[]
  const change = (changes: Record<string, unknown>) => onChange({ settings: { ...draft.settings, ...changes } })
  const bind = bindFields<Draft>({ values: draft, change: (name, value) => onChange({ [name]: value }) }, fault)
  return (
    <>
      {!field && (
        <ChoiceSetting
          label="Kind"
          help="The kind cannot be changed later"
          options={kindOptions}
          {...bind('kind')}
          onChange={(kind) => onChange({ kind, settings: {}, default: null })}
        />
      )}
      <TextField
        label="Label"
        maxLength={80}
        {...bind('label')}
        onChange={(label) => onChange({ label, ...(draft.followsLabel && { key: keyOf(label).slice(0, 40) }) })}
      />
      <TextField
        label="Key"
        help={`Name in the API and in queries: ${fieldKeyInQuery(owner, draft.key || 'key')}`}
        maxLength={40}
        isCode
        {...bind('key')}
        onChange={(key) => onChange({ key, followsLabel: false })}
      />
      <TextField label="Help text" help="Shown below the field" maxLength={300} {...bind('help')} />
      {Settings && (
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
          models={[]}
          siblings={siblings}
        />
      )}
      {owner === 'ticket' && (
        <>
          <ChoiceSetting label="Customers" options={accesses} {...bind('portal')} />
          <ChoiceSetting label="Required" options={requirements} {...bind('required')} />
        </>
      )}
      <ConditionSetting siblings={siblings} isSubmitted={isSubmitted} {...bind('condition')} />
      {owner === 'ticket' && (
        <DefaultSetting draft={withChoosableOptions(draft)} help="Filled in for new tickets" {...bind('default')} />
      )}
      <FieldPreview owner={owner} draft={draft} />
    </>
  )
}

const withChoosableOptions = ({ settings, ...draft }: Draft): Draft => {
  const options = settings.options as CustomOption[] | undefined
  return { ...draft, settings: { ...settings, options: options?.filter(({ isArchived }) => !isArchived) } }
}

const kindOptions = customFieldKinds.map((value) => ({ value, label: kindLabels[value] }))

const accesses: Option<Draft['portal']>[] = [
  { value: 'hidden', label: 'Do not see it' },
  { value: 'read', label: 'Can read it' },
  { value: 'write', label: 'Can read it, and fill it in for a new request' },
]
const requirements: Option<Draft['required']>[] = [
  { value: 'never', label: 'No' },
  { value: 'on_create', label: 'To create a ticket' },
  { value: 'on_solve', label: 'To solve a ticket' },
]
