import { customFieldKinds, type FieldOwner } from '#contract/fields/custom-field-values.ts'
import type { CustomField, CustomOption } from '#contract/fields/custom-fields.ts'
import { fieldKeyInQuery } from '#contract/tickets/ticket-query.ts'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { ConditionSetting } from '#web/fields/settings/condition-setting.tsx'
import { DefaultSetting } from '#web/fields/settings/default-setting.tsx'
import { FieldNames } from '#web/fields/settings/field-names.tsx'
import { bindFields, TextField } from '#web/fields/settings/form-fields.tsx'
import { KindSettings } from '#web/fields/settings/kind-settings.tsx'
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
  const siblings = fields.filter(({ id }) => id !== field?.id) as unknown as FieldOf[]
  const bind = bindFields<Draft>({ values: draft, change: (name, value) => onChange({ [name]: value }) }, fault)
  return (
    <>
      <FieldNames
        names={draft}
        keyLabel="Key"
        keyHelp={`Name in the API and in queries: ${fieldKeyInQuery(owner, draft.key || 'key')}`}
        mostKeyCharacters={40}
        fault={fault}
        onChange={onChange}
      />
      {!field && (
        <ChoiceSetting
          label="Kind"
          help="The kind cannot be changed later"
          options={kindOptions}
          {...bind('kind')}
          onChange={(kind) => onChange({ kind, settings: {}, default: null })}
        />
      )}
      <TextField label="Help text" help="Shown below the field" maxLength={300} {...bind('help')} />
      <KindSettings
        kind={draft.kind}
        settings={draft.settings}
        models={[]}
        {...{ siblings, fault }}
        onChange={(settings) => onChange({ settings })}
      />
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
