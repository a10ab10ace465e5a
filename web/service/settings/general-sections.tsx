import { CopyButton } from '#web/ui/button/copy-button.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { SectionProps } from './general-values.ts'

export const Answers = ({ values, change, fault, supportAddress }: SectionProps & { supportAddress: string }) => (
  <SettingsSection title="Answers" description="How your team's answers reach customers.">
    <Field
      label="Support name"
      help={`Mails say who answers, as in “Ada Okafor via ${values.supportName || values.name}”.`}
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
        <CopyButton text={supportAddress} label="Copy the address" />
      </p>
      <p className="text-meta text-ink-3">Mail to this address becomes a ticket. Forward your own address to it.</p>
    </div>
    <Field
      label="Contact forms and lists"
      help="Addresses that write to you for others, one a line. Who is named in Reply-To counts as the customer."
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
      label="Assign unassigned tickets to whoever replies"
      description="The first member who answers becomes the assignee."
      checked={values.assignsOnReply}
      onChange={(event) => change('assignsOnReply', event.target.checked)}
    />
  </SettingsSection>
)

const replyStatuses = [
  {
    value: 'pending',
    label: 'Pending',
    description: 'The customer has to answer. Who replies can choose otherwise each time.',
  },
  { value: 'open', label: 'Open', description: 'It stays with your team.' },
  { value: 'solved', label: 'Solved', description: 'A reply settles it, unless the customer writes again.' },
] as const satisfies { value: SectionProps['values']['replyStatus']; label: string; description: string }[]

export const Lifecycle = (props: SectionProps) => (
  <SettingsSection
    title="Solved and closed"
    description="A solved ticket can open again. A closed one can't: a new message makes a new ticket that refers to it."
  >
    <DaysField
      {...props}
      name="reopenDays"
      label="An answer reopens a solved ticket within"
      help="After that it makes a new ticket. 0: always a new one."
    />
    <DaysField {...props} name="closeDays" label="Close solved tickets after" help="0: never." />
    <DaysField
      {...props}
      name="remindDays"
      label="Solve pending tickets without an answer after"
      help="The customer gets one reminder before. 0: never."
    />
    <Checkbox
      label="A mere “thanks” does not reopen"
      description="Short, without a question or a file. It is marked, and one click says that it was a request."
      checked={props.values.detectsThanks}
      onChange={(event) => props.change('detectsThanks', event.target.checked)}
    />
    <Checkbox
      label="Tell the customer by mail that a ticket was solved"
      description="Two minutes later, unless they solved it themselves or it is open again. An answer that solves it says so itself."
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
    description="Days of reports begin in it, and times are shown in it unless a person has chosen another."
  >
    <Field label="Time zone of the workspace" {...fault('timeZone')} className="max-w-90">
      <Select options={timeZones} value={values.timeZone} onChange={(zone) => change('timeZone', zone)} />
    </Field>
  </SettingsSection>
)
