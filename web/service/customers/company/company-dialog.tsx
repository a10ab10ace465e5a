import { useState } from 'react'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { isSame } from '#contract/is-same.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { changeCompany, createCompany } from '#contract/workspace/companies.ts'
import type { CustomValues } from '#web/fields/custom/custom-fields.ts'
import { ask } from '#web/lib/write/ask.ts'
import { companyHref } from '#web/service/customers/customer-href.ts'
import { NewProfileFields } from '#web/service/customers/new-profile-fields.tsx'
import { useProfileForm } from '#web/service/customers/use-profile-form.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { TokenInput, tokensIn } from '#web/ui/form/token-input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import type { Company } from './company-data.ts'

type Props = {
  company?: Company
  /** The custom fields that a new company can have. */
  fields?: readonly CustomField[]
  isAdmin: boolean
  onClose: () => void
}

/** Creates a company, or changes `company`. */
export const CompanyDialog = (props: Props) => (
  <Dialog open onClose={props.onClose} size="md" title={props.company ? 'Edit company' : 'New company'}>
    <CompanyForm {...props} />
  </Dialog>
)

function CompanyForm({ company: current, fields = [], isAdmin, onClose }: Props) {
  const form = useProfileForm({ current, fields, noun: 'Company', valuesOf, save, hrefOf: companyHref, onClose })
  const { profile: company, values, change, fault, problem } = form
  const [draft, setDraft] = useState('')
  const mayChangeDomains = isAdmin || !company?.sharesTickets
  const submit = () => form.submit({ domains: [...new Set([...values.domains, ...tokensIn(draft)])] })

  return (
    <DialogForm
      ref={form.formRef}
      label={company ? 'Save' : 'Create company'}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Name" {...fault('name')}>
        <Input maxLength={120} autoComplete="off" value={values.name} onText={(name) => change({ name })} />
      </Field>
      {mayChangeDomains && (
        <Field label="Domains" help="Customers with an address of these domains join" {...fault('domains')}>
          <TokenInput
            name="domains"
            placeholder="example.com"
            tokens={values.domains}
            onChange={(domains) => change({ domains })}
            onDraft={setDraft}
          />
        </Field>
      )}
      <Field label="Tags" help="Separate tags with commas" {...fault('tags')}>
        <Input maxLength={2600} autoComplete="off" value={values.tags} onText={(tags) => change({ tags })} />
      </Field>
      <Field label="Notes of the team" help="Customers never see them" {...fault('notes')}>
        <Textarea rows={3} maxLength={10_000} value={values.notes} onText={(notes) => change({ notes })} />
      </Field>
      {isAdmin && (
        <Checkbox
          label="The people of this company see each other’s tickets in the customer area"
          checked={values.sharesTickets}
          onChange={({ target }) => change({ sharesTickets: target.checked })}
        />
      )}
      <NewProfileFields fields={fields} faultOf={fault} />
      {problem && !problem.fields && (
        <p role="alert" className="text-red-ink">
          {problem.detail}
        </p>
      )}
    </DialogForm>
  )
}

type Values = {
  name: string
  domains: string[]
  tags: string
  notes: string
  sharesTickets: boolean
  customFields: CustomValues
}

const valuesOf = (company: Company | undefined): Values => ({
  name: company?.name ?? '',
  domains: company?.domains ?? [],
  tags: company?.tags.join(', ') ?? '',
  notes: company?.notes ?? '',
  sharesTickets: company?.sharesTickets ?? false,
  customFields: {},
})

const bodyOf = ({ tags, customFields: _, ...values }: Values) => ({
  ...values,
  tags: tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
})

function save(company: Company | undefined, values: Values) {
  const body = bodyOf(values)
  if (!company)
    return ask<typeof createCompany>('POST', '/api/v1/companies', {
      body: { ...body, customFields: values.customFields },
    })
  const before = bodyOf(valuesOf(company))
  const changed = keysOf(body).filter((field) => !isSame(body[field], before[field]))
  const pick = (from: typeof body) => Object.fromEntries(changed.map((field) => [field, from[field]]))
  return ask<typeof changeCompany>('PATCH', '/api/v1/companies/:id', {
    params: { id: company.id },
    body: { ...pick(body), base: pick(company) },
  })
}
