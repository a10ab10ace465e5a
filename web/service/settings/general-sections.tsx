import { CopyButton } from '#web/ui/button/copy-button.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'
import { ColorField } from './color-field.tsx'
import type { SectionProps } from './general-values.ts'
import { LogoField } from './logo-field.tsx'

export const Answers = ({ values, change, fault, supportAddress }: SectionProps & { supportAddress: string }) => (
  <SettingsSection title="Replies" description="How replies reach your customers.">
    <Field
      label="Support name"
      help={`The sender name of mails: “Ada Okafor via ${values.supportName || values.name}”.`}
      {...fault('supportName')}
    >
      <Input
        value={values.supportName}
        maxLength={120}
        autoComplete="off"
        onChange={(event) => change('supportName', event.target.value)}
      />
    </Field>
    <div>
      <p className="mb-1.5 font-medium">Support address</p>
      <p className="flex items-center gap-1">
        <span className="wrap-anywhere">{supportAddress}</span>
        <CopyButton text={supportAddress} label="Copy address" />
      </p>
      <p className="text-meta text-ink-3">Mails to this address become tickets. Forward your own address to it.</p>
    </div>
    <Field
      label="Contact forms and lists"
      help="Senders that write for others, one per line. The Reply-To address is treated as the customer."
      {...fault('formsAndLists')}
    >
      <Textarea
        rows={2}
        value={values.formsAndLists}
        placeholder="form@example.com"
        maxLength={13_000}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change('formsAndLists', event.target.value)}
      />
    </Field>
    <RadioGroup
      label="Status after a reply"
      name="replyStatus"
      options={replyStatuses}
      value={values.replyStatus}
      onChange={(status) => change('replyStatus', status)}
    />
    <Checkbox
      label="Assign unassigned tickets on reply"
      description="The first member who replies becomes the assignee."
      checked={values.assignsOnReply}
      onChange={(event) => change('assignsOnReply', event.target.checked)}
    />
  </SettingsSection>
)

const replyStatuses = [
  {
    value: 'pending',
    label: 'Pending',
    description: 'You wait for the customer. Can be changed for each reply.',
  },
  { value: 'open', label: 'Open', description: 'The ticket stays with your team.' },
  { value: 'solved', label: 'Solved', description: 'The ticket is done, unless the customer writes again.' },
] as const satisfies { value: SectionProps['values']['replyStatus']; label: string; description: string }[]

export const Lifecycle = (props: SectionProps) => (
  <SettingsSection
    title="Solved and closed"
    description="A solved ticket can be reopened. A closed ticket cannot: a new message creates a follow-up ticket."
  >
    <DaysField
      {...props}
      name="reopenDays"
      label="A customer reply reopens a solved ticket for"
      help="After that, a reply creates a new ticket. 0: always"
    />
    <DaysField {...props} name="closeDays" label="Close solved tickets after" help="0: never" />
    <DaysField
      {...props}
      name="remindDays"
      label="Solve pending tickets without a reply after"
      help="The customer gets one reminder first. 0: never"
    />
    <Checkbox
      label="A short “thanks” does not reopen a ticket"
      description="Short messages without a question or file. They are marked, and you can reopen the ticket with one click."
      checked={props.values.detectsThanks}
      onChange={(event) => props.change('detectsThanks', event.target.checked)}
    />
    <Checkbox
      label="Notify the customer when a ticket is solved"
      description="By mail, after two minutes. Not sent if the customer solved it, it was reopened, or the reply that solved it says so."
      checked={props.values.tellsSolved}
      onChange={(event) => props.change('tellsSolved', event.target.checked)}
    />
  </SettingsSection>
)

type DaysProps = SectionProps & { name: 'reopenDays' | 'closeDays' | 'remindDays'; label: string; help: string }

const DaysField = ({ values, change, fault, name, label, help }: DaysProps) => (
  <Field label={label} help={help} {...fault(name)}>
    <Input
      inputMode="numeric"
      maxLength={3}
      suffix="days"
      className="max-w-30"
      value={values[name]}
      autoComplete="off"
      onChange={(event) => change(name, event.target.value)}
    />
  </Field>
)

export const Times = ({ values, change, fault, timeZones }: SectionProps & { timeZones: Option[] }) => (
  <SettingsSection
    title="Time zone"
    description="Used for reports, and for times unless a member chose another time zone."
  >
    <Field label="Time zone of the workspace" {...fault('timeZone')} className="max-w-90">
      <Select options={timeZones} value={values.timeZone} onChange={(zone) => change('timeZone', zone)} />
    </Field>
  </SettingsSection>
)

export const Appearance = ({ values, change, fault }: SectionProps) => (
  <SettingsSection title="Name, logo and colour" description="Shown to customers on your pages and in your mails.">
    <Field label="Name" {...fault('name')}>
      <Input
        value={values.name}
        maxLength={120}
        autoComplete="organization"
        onChange={(event) => change('name', event.target.value)}
      />
    </Field>
    <LogoField
      logo={values.logo}
      name={values.name}
      fault={fault('logoFileId')}
      onChange={(logo) => change('logo', logo)}
    />
    <ColorField
      color={values.accentColor}
      fault={fault('accentColor')}
      onChange={(color) => change('accentColor', color)}
    />
  </SettingsSection>
)
