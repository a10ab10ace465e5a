import { useState } from 'react'
import { isEmailAddress } from '#contract/email-address.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import type { changeCustomer, createCustomer } from '#contract/workspace/customers.ts'
import { listTimeZones } from '#web/lib/time/time-zones.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { customerHref } from '#web/service/customers/customer-href.ts'
import { ProfileForm } from '#web/service/customers/profile-form.tsx'
import { changesFrom, type ProfileValues, splitParts, useProfileForm } from '#web/service/customers/use-profile-form.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { TokenInput, tokensIn } from '#web/ui/form/token-input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { Profile } from './customer-data.ts'

type Props = {
  customer?: Profile
  /** The custom fields that a new customer can have. */
  fields?: readonly CustomField[]
  languages?: string[]
  isAdmin: boolean
  onClose: () => void
}

/** Creates a customer, or changes `customer`. */
export const CustomerDialog = (props: Props) => (
  <Dialog open onClose={props.onClose} size="md" title={props.customer ? 'Edit customer' : 'New customer'}>
    <CustomerForm {...props} />
  </Dialog>
)

function CustomerForm({ customer: current, fields = [], languages = [], isAdmin, onClose }: Props) {
  const form = useProfileForm({ current, fields, noun: 'Customer', valuesOf, save, hrefOf: customerHref, onClose })
  const { profile: customer, values, change, fault } = form
  const [draft, setDraft] = useState('')
  const known = [...new Set([...languages, ...(values.language ? [values.language] : [])])]
  const submit = () => form.submit({ emails: [...new Set([...values.emails, ...tokensIn(draft)])] })

  return (
    <ProfileForm form={form.state} noun="customer" {...{ fields, onClose }} onSubmit={submit}>
      {(isAdmin || !customer) && (
        <Field
          label="E-mail addresses"
          help={
            customer
              ? 'The first address is the primary one. Whoever owns an address can read the requests. Removing an address signs the customer out.'
              : 'The first address is the primary one.'
          }
          {...fault('emails')}
        >
          <TokenInput
            name="emails"
            tokens={values.emails}
            isValid={isEmailAddress}
            onChange={(emails) => change({ emails })}
            onDraft={setDraft}
          />
        </Field>
      )}
      <Field label="Phone numbers" help="One on each line" {...fault('phones')}>
        <Textarea rows={2} maxLength={500} value={values.phones} onText={(phones) => change({ phones })} />
      </Field>
      <div className="grid gap-5 md:grid-cols-2">
        {known.length > 0 && (
          <Field label="Language" {...fault('language')}>
            <Select
              options={[unknown, ...known.map((value) => ({ value, label: languageName(value) }))]}
              value={values.language}
              onChange={(language) => change({ language })}
            />
          </Field>
        )}
        <Field label="Time zone" {...fault('timeZone')}>
          <Select
            options={[unknown, ...listTimeZones()]}
            value={values.timeZone}
            onChange={(timeZone) => change({ timeZone })}
          />
        </Field>
        <Field label="External id" hint="Optional" {...fault('externalId')}>
          <Input
            maxLength={255}
            autoComplete="off"
            value={values.externalId}
            onText={(externalId) => change({ externalId })}
          />
        </Field>
      </div>
    </ProfileForm>
  )
}

const unknown = { value: '', label: 'Not known' }

type Values = ProfileValues & Record<'phones' | 'language' | 'timeZone' | 'externalId', string> & { emails: string[] }

const valuesOf = (customer: Profile | undefined): Values => ({
  name: customer?.name ?? '',
  emails: customer?.emails.map(({ address }) => address) ?? [],
  phones: customer?.phones.join('\n') ?? '',
  tags: customer?.tags.join(', ') ?? '',
  language: customer?.language ?? '',
  timeZone: customer?.timeZone ?? '',
  externalId: customer?.externalId ?? '',
  notes: customer?.notes ?? '',
  customFields: {},
})

const bodyOf = ({ name, emails, phones, tags, language, timeZone, externalId, notes }: Values) => ({
  ...{ name, emails, notes, phones: splitParts(phones, '\n'), tags: splitParts(tags, ',') },
  language: language || null,
  timeZone: timeZone || null,
  externalId: externalId.trim() || null,
})

function save(customer: Profile | undefined, values: Values) {
  const body = bodyOf(values)
  if (!customer)
    return ask<typeof createCustomer>('POST', '/api/v1/customers', {
      body: { ...body, customFields: values.customFields },
    })
  const saved = { ...customer, emails: customer.emails.map(({ address }) => address) }
  return ask<typeof changeCustomer>('PATCH', '/api/v1/customers/:id', {
    params: { id: customer.id },
    body: changesFrom({ body, before: bodyOf(valuesOf(customer)), saved }),
  })
}
