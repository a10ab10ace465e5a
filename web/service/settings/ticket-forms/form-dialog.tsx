import { X } from 'lucide-react'
import { useState } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import type { changeTicketForm, createTicketForm, TicketForm } from '#contract/tickets/forms.ts'
import { CustomInputs } from '#web/fields/custom/custom-inputs.tsx'
import { bindFields, TextField } from '#web/fields/settings/form-fields.tsx'
import { ChoiceSetting } from '#web/fields/settings/setting-rows.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { CopiedCode } from '#web/service/settings/copied-code.tsx'
import { SortedRows } from '#web/service/settings/sorted-rows.tsx'
import { priorityOptions, teamOptions, typeOptions } from '#web/service/tickets/ticket/choices.tsx'
import { readTags } from '#web/service/tickets/ticket/dialogs/tag-dialog.tsx'
import type { TicketTeam } from '#web/service/tickets/ticket/types.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { Preview, PreviewPart } from '#web/ui/page/preview.tsx'

type Settings = Pick<TicketForm, 'name' | 'description' | 'fields' | 'isPublic' | 'forVisitors'> & {
  defaults: NonNullable<TicketForm['defaults']>
}
type Draft = Settings & { key: string; followsName: boolean; tags: string }

const emptyDraft: Draft = {
  ...{ name: '', key: '', description: '', fields: [], isPublic: true, forVisitors: false, defaults: {} },
  followsName: true,
  tags: '',
}

type Props = {
  /** Null for a new form. */
  form: TicketForm | null
  fields: TicketField[]
  teams: TicketTeam[]
  onClose: () => void
}

/** Creates a form, or changes one. */
export function FormDialog({ form, fields, teams, onClose }: Props) {
  const [draft, setDraft] = useState<Draft>(() =>
    form
      ? { ...form, defaults: form.defaults ?? {}, followsName: false, tags: form.defaults?.tags?.join(', ') ?? '' }
      : emptyDraft,
  )
  const { write, problem, isPending } = useWrite(() => save(form, draft), {
    done: ({ name }) => (form ? `${name} changed` : `${name} added`),
    onAnswer: onClose,
  })
  const fault = useFaults(problem?.fields)
  const box = useFocusOnFault(problem)
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const changeDefaults = (changes: Draft['defaults']) => change({ defaults: { ...draft.defaults, ...changes } })
  const bind = bindFields<Draft>({ values: draft, change: (name, value) => change({ [name]: value }) }, fault)
  return (
    <Dialog open onClose={onClose} title={form ? form.name : 'New form'} size="md">
      <DialogForm
        ref={box}
        label={form ? 'Save form' : 'Add form'}
        busy={isPending}
        onClose={onClose}
        onSubmit={() => write()}
      >
        {problem && (!problem.fields || problem.code === 'conflict') && <Banner tone="danger">{problem.detail}</Banner>}
        <TextField
          label="Name"
          maxLength={80}
          {...bind('name')}
          onChange={(name) => change({ name, ...(draft.followsName && { key: formKeyOf(name) }) })}
        />
        {!form && (
          <TextField
            label="Key"
            help={`Part of the address and name in queries: form:${draft.key || 'key'}. It cannot be changed later.`}
            maxLength={40}
            isCode
            {...bind('key')}
            onChange={(key) => change({ key, followsName: false })}
          />
        )}
        <TextField
          label="Description"
          help="Shown where customers choose a form"
          maxLength={300}
          {...bind('description')}
        />
        <ChosenFields fields={fields} chosen={draft.fields} onChange={(chosen) => change({ fields: chosen })} />
        <Checkbox
          label="Customers can choose this form"
          checked={draft.isPublic}
          onChange={({ target }) => change({ isPublic: target.checked })}
        />
        {draft.isPublic && (
          <Checkbox
            label="People without an account can fill it in"
            description="They confirm their address with a code that they get by e-mail."
            checked={draft.forVisitors}
            onChange={({ target }) => change({ forVisitors: target.checked })}
          />
        )}
        {form && draft.isPublic && <FormAddress formKey={form.key} isForVisitors={draft.forVisitors} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceSetting
            label="Type of the tickets"
            fault={fault('defaults.type')}
            options={typeOptions}
            value={draft.defaults.type ?? ''}
            onChange={(type) => changeDefaults({ type: type || null })}
          />
          <ChoiceSetting
            label="Priority of the tickets"
            fault={fault('defaults.priority')}
            options={priorityOptions}
            value={draft.defaults.priority ?? 'normal'}
            onChange={(priority) => changeDefaults({ priority })}
          />
        </div>
        {teams.length > 0 && (
          <ChoiceSetting
            label="Team of the tickets"
            fault={fault('defaults.team')}
            options={teamOptions(teams)}
            value={teams.find(({ id }) => id === draft.defaults.team)?.id ?? ''}
            onChange={(team) => changeDefaults({ team: team || null })}
          />
        )}
        <Field label="Tags of the tickets" help="Separate tags with a comma" {...fault('defaults.tags')}>
          <Input value={draft.tags} autoComplete="off" onText={(tags) => change({ tags })} />
        </Field>
        <FormPreview draft={draft} fields={fields} />
      </DialogForm>
    </Dialog>
  )
}

/** Makes a key from a name: "Broken device" becomes `broken-device`. */
const formKeyOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')

type ChosenProps = { fields: TicketField[]; chosen: string[]; onChange: (chosen: string[]) => void }

function ChosenFields({ fields, chosen, onChange }: ChosenProps) {
  const byId = new Map(fields.map((field) => [field.id, field]))
  const shown = chosen.filter((id) => byId.has(id))
  const others = fields.filter(({ id }) => !chosen.includes(id))
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">Fields</legend>
      <p className="text-meta text-ink-3">
        Every form asks for a subject and a text. Customers see only the fields that they can write.
      </p>
      {shown.length > 0 && (
        <SortedRows label="Fields of the form" ids={shown} onMove={onChange}>
          {(id) => {
            const { label, portal } = byId.get(id)!
            return (
              <>
                <span className="min-w-0 flex-1 truncate py-2">{label}</span>
                {portal !== 'write' && <span className="shrink-0 text-meta text-ink-3">team only</span>}
                <IconButton
                  icon={X}
                  label={`Remove ${label}`}
                  onClick={() => onChange(chosen.filter((other) => other !== id))}
                />
              </>
            )
          }}
        </SortedRows>
      )}
      {others.length > 0 && (
        <Select
          label="Add a field"
          options={[
            { value: '', label: 'Add a field…' },
            ...others.map(({ id, label, key }) => ({ value: id, label, detail: key })),
          ]}
          value=""
          onChange={(id) => id && onChange([...shown, id])}
        />
      )}
      {fields.length === 0 && <p className="text-ink-3">There are no ticket fields yet.</p>}
    </fieldset>
  )
}

function FormAddress({ formKey, isForVisitors }: { formKey: string; isForVisitors: boolean }) {
  const address = `${location.origin}/customer/tickets/create?form=${formKey}`
  const lines = [
    `<script type="module" src="${location.origin}/customer/form.js"></script>`,
    `<request-form form="${formKey}"><a href="${address}">Contact us</a></request-form>`,
  ]
  return (
    <>
      <p className="text-meta text-ink-3">
        Address: <span className="font-mono wrap-anywhere">{address}</span>
      </p>
      {isForVisitors && (
        <CopiedCode label="Insert this code where the form should appear on your own site" text={lines.join('\n')} />
      )}
    </>
  )
}

/** Shows the form as customers see it. */
function FormPreview({ draft, fields }: { draft: Draft; fields: TicketField[] }) {
  const { timeZone } = useSite()
  const asked = draft.fields.flatMap((id) => fields.filter((field) => field.id === id && field.portal === 'write'))
  return (
    <Preview>
      <PreviewPart title="Customers see">
        <div inert className="grid gap-4">
          <Field label="Subject">
            <Input size="lg" />
          </Field>
          <Field label="What happened?">
            <Textarea size="lg" rows={3} />
          </Field>
          <CustomInputs
            key={asked.map(({ id }) => id).join()}
            fields={asked}
            values={{}}
            isRequired={({ required }) => required === 'on_create'}
            faultOf={() => ({ error: undefined, onChanged() {} })}
            timeZone={timeZone}
            size="lg"
          />
        </div>
      </PreviewPart>
    </Preview>
  )
}

const settingsOf = (form: Settings): Settings => {
  const { name, description, fields, isPublic, forVisitors, defaults } = form
  return { name, description, fields, isPublic, forVisitors: isPublic && forVisitors, defaults }
}

function save(form: TicketForm | null, draft: Draft) {
  const body = settingsOf({ ...draft, defaults: { ...draft.defaults, tags: readTags(draft.tags).tags } })
  if (!form) return ask<typeof createTicketForm>('POST', '/api/v1/ticket-forms', { body: { ...body, key: draft.key } })
  const base = settingsOf({ ...form, defaults: form.defaults ?? {} })
  return ask<typeof changeTicketForm>('PATCH', '/api/v1/ticket-forms/:id', {
    params: { id: form.id },
    body: { ...body, base },
  })
}
