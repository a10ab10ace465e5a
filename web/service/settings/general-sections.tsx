import { useId, useState } from 'react'
import { contrast, themesOf } from '#web/lib/look/accent.ts'
import { uploadFile } from '#web/lib/uploads/upload.ts'
import { SignaturePreview } from '#web/lib/words/signature-preview.tsx'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { WorkspaceLogo } from '#web/shell/logo/workspace-logo.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { DropZone } from '#web/ui/message/attachments.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'
import { isColor, type Logo, type SectionProps } from './general-values.ts'

type Signer = { agentName: string; signature: string }
type AnswersProps = SectionProps & { supportAddress: string; signer: Signer }

export const Answers = ({ values, change, fault, supportAddress, signer }: AnswersProps) => (
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
        onText={(text) => change('supportName', text)}
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
      help="Addresses of forms and mailing lists, one per line. The Reply-To address of their mails becomes the customer."
      {...fault('formsAndLists')}
    >
      <Textarea
        rows={2}
        value={values.formsAndLists}
        placeholder="form@example.com"
        maxLength={13_000}
        autoComplete="off"
        spellCheck={false}
        onText={(text) => change('formsAndLists', text)}
      />
    </Field>
    <Field
      label="Signature"
      help="Below every reply by mail, after the signature of the member. If empty, the name of the sender."
      {...fault('signature')}
    >
      <Textarea rows={3} maxLength={1000} value={values.signature} onText={(text) => change('signature', text)} />
    </Field>
    <SignaturePreview
      member={signer}
      workspace={{ supportName: values.supportName || values.name, signature: values.signature }}
    />
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
  { value: 'pending', label: 'Pending', description: 'You wait for the customer. Can be changed for each reply.' },
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
      help="After that, a reply creates a new ticket. 0: every reply creates one"
    />
    <DaysField {...props} name="closeDays" label="Close solved tickets after" help="0: never" />
    <DaysField {...props} name="remindDays" label="Solve pending tickets without a reply after" help="0: never" />
    <Checkbox
      label="A short “thanks” does not reopen a ticket"
      description="Applies to short messages without a question or file. They are marked, and you can reopen the ticket with one click."
      checked={props.values.detectsThanks}
      onChange={(event) => props.change('detectsThanks', event.target.checked)}
    />
    <Checkbox
      label="Notify the customer when a ticket is solved"
      description="By mail, after two minutes. No mail if the customer solved or somebody reopened the ticket, or if a reply already says that it is solved."
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
      onText={(text) => change(name, text)}
    />
  </Field>
)

export const Times = ({ values, change, fault, timeZones }: SectionProps & { timeZones: Option[] }) => (
  <SettingsSection title="Time zone" description="Used in reports, and for members who did not choose a time zone.">
    <Field label="Time zone of the workspace" {...fault('timeZone')} className="max-w-90">
      <Select options={timeZones} value={values.timeZone} onChange={(zone) => change('timeZone', zone)} />
    </Field>
  </SettingsSection>
)

export const Appearance = ({ values, change, fault }: SectionProps) => (
  <SettingsSection title="Name, logo and colour" description="Shown to customers on your pages and in your mails.">
    <Field label="Name" {...fault('name')}>
      <Input value={values.name} maxLength={120} autoComplete="organization" onText={(text) => change('name', text)} />
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

const petrol = '#0b6a79'

type Props = { color: string | null; fault: Fault; onChange: (color: string | null) => void }

function ColorField({ color, fault, onChange }: Props) {
  const shown = color && isColor(color) ? color : petrol
  return (
    <div>
      <Field label="Colour" help={color && isColor(color) ? explainUse(color) : 'Petrol (default)'} {...fault}>
        <Input
          value={color ?? ''}
          placeholder={petrol.toUpperCase()}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          className="max-w-60 font-mono"
          onText={(text) => onChange(text.trim() || null)}
          suffix={
            <input
              type="color"
              aria-label="Pick a colour"
              value={shown}
              onChange={(event) => onChange(event.target.value)}
              className="size-5 cursor-pointer rounded-xs border border-line-strong bg-transparent p-0"
            />
          }
        />
      </Field>
      {color && (
        <Button variant="ghost" className="mt-1 -ml-2.5" onClick={() => onChange(null)}>
          Use the default
        </Button>
      )}
    </div>
  )
}

function explainUse(color: string) {
  const { light, dark } = themesOf(color)
  if (light) return 'Used in light mode. Too dark for dark mode, which uses petrol.'
  if (dark) return 'Used in dark mode. Too pale for light mode, which uses petrol.'
  return `Not used: too hard to read. Its contrast on white is ${contrast(color, '#ffffff').toFixed(2)}; at least 4.5 is required.`
}

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

type LogoFieldProps = { logo: Logo; name: string; fault: Fault; onChange: (logo: Logo) => void }

function LogoField({ logo, name, fault: refused, onChange }: LogoFieldProps) {
  const labelId = useId()
  const { take, progress, fault } = usePicture((fileId, url) => onChange({ fileId, url }))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame around what is one field
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className="mb-1.5 font-medium">
        Logo
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <WorkspaceLogo workspace={{ name, logoUrl: logo.url }} size={32} ownMark />
        <div className="min-w-60 flex-1">
          <DropZone onFiles={take} multiple={false} accept={pictures.join(',')} hint="Square, 256 px or more" />
        </div>
        {logo.url && (
          <Button variant="ghost" onClick={() => onChange({ fileId: null, url: null })}>
            Remove logo
          </Button>
        )}
      </div>
      {progress !== undefined && <ProgressBar label="Uploading logo" value={progress} max={1} className="mt-2" />}
      <p role="alert" className="mt-1.5 text-meta text-red-ink empty:hidden">
        {fault ?? refused.error}
      </p>
    </div>
  )
}

function usePicture(onTaken: (fileId: string, url: string) => void) {
  const [progress, setProgress] = useState<number>()
  const [fault, setFault] = useState<string>()

  async function take([file]: File[]) {
    if (!file) return
    if (!(await isPicture(file))) return setFault('Choose a PNG, JPEG, WebP, GIF or AVIF picture')
    setFault(undefined)
    setProgress(0)
    try {
      const { id } = await uploadFile(file, setProgress)
      onTaken(id, URL.createObjectURL(file))
    } catch (problem) {
      setFault(problem instanceof Error ? problem.message : String(problem))
    }
    setProgress(undefined)
  }

  return { take, progress, fault }
}

// Returns whether the file has an allowed type and the browser can decode it as a picture. The type alone may be wrong.
async function isPicture(file: File) {
  if (!pictures.includes(file.type)) return false
  const drawn = await createImageBitmap(file).catch(() => null)
  drawn?.close()
  return drawn !== null
}
