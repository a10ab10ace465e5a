import { useState } from 'react'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import type { changeCompany, createCompany } from '#contract/workspace/companies.ts'
import { ask } from '#web/lib/write/ask.ts'
import { companyHref } from '#web/service/customers/customer-href.ts'
import { ProfileForm } from '#web/service/customers/profile-form.tsx'
import { changesFrom, type ProfileValues, splitParts, useProfileForm } from '#web/service/customers/use-profile-form.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TokenInput, tokensIn } from '#web/ui/form/token-input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
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
  const { profile: company, values, change, fault } = form
  const [draft, setDraft] = useState('')
  const mayChangeDomains = isAdmin || !company?.sharesTickets
  const submit = () => form.submit({ domains: [...new Set([...values.domains, ...tokensIn(draft)])] })

  return (
    <ProfileForm form={form.state} noun="company" {...{ fields, onClose }} onSubmit={submit}>
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
      {isAdmin && (
        <Checkbox
          label="The people of this company see each other’s tickets in the customer area"
          checked={values.sharesTickets}
          onChange={({ target }) => change({ sharesTickets: target.checked })}
        />
      )}
    </ProfileForm>
  )
}

type Values = ProfileValues & { domains: string[]; sharesTickets: boolean }

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
  tags: splitParts(tags, ','),
})

function save(company: Company | undefined, values: Values) {
  const body = bodyOf(values)
  if (!company)
    return ask<typeof createCompany>('POST', '/api/v1/companies', {
      body: { ...body, customFields: values.customFields },
    })
  return ask<typeof changeCompany>('PATCH', '/api/v1/companies/:id', {
    params: { id: company.id },
    body: changesFrom({ body, before: bodyOf(valuesOf(company)), saved: company }),
  })
}
