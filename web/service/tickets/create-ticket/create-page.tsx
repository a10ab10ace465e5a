import { useEffect, useId, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { comparedAddress, isEmailAddress } from '#contract/email-address.ts'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { defaultValues } from '#web/fields/custom/custom-fields.ts'
import { CustomInputs } from '#web/fields/custom/custom-inputs.tsx'
import { UploadChips } from '#web/lib/uploads/upload-chips.tsx'
import { failedUpload, useAfterUploads } from '#web/lib/uploads/use-after-uploads.ts'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { useSite } from '#web/lib/use-site.ts'
import { postOnce, useIsPosting } from '#web/lib/write/post-form.tsx'
import { type Fault, useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { type Editor, EditorButtons, MessageEditor } from '#web/service/tickets/composer/editor/message-editor.tsx'
import { SuppressionNotice, useSuppressions } from '#web/service/tickets/composer/suppression-notice.tsx'
import { memberOptions, priorityOptions, teamOptions } from '#web/service/tickets/ticket/choices.tsx'
import type { Member, TicketTeam } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { TokenInput } from '#web/ui/form/token-input.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { FilePickerButton } from '#web/ui/message/attachments.tsx'
import { ComposerFrame } from '#web/ui/message/composer-frame.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { RequesterFields } from './requester-fields.tsx'
import { useKeptTicket } from './use-kept-ticket.ts'
import { channelOptions, holdMs, type RequestSource, ways, wordsFor } from './ways.ts'

type Refusal = { detail: string; fields: Record<string, string> }
type Props = {
  viewer: Viewer
  members: Member[]
  teams: TicketTeam[]
  fields: TicketField[]
  now: number
  email: string
  refusal?: Refusal
}

const formId = 'new-ticket'

export function CreatePage(props: Props) {
  const files = useUploads()
  const { viewer, email, fields } = props
  const kept = useKeptTicket(formId, { viewerId: viewer.id, email, fields }, files)
  return <NewTicket key={kept.start.round} {...props} files={files} kept={kept} />
}

type NewTicketProps = Omit<Props, 'email'> & {
  files: ReturnType<typeof useUploads>
  kept: ReturnType<typeof useKeptTicket>
}

function NewTicket({ viewer, members, teams, fields: customFields, now, refusal, files, kept }: NewTicketProps) {
  const { start } = kept
  const { timeZone } = useSite()
  const form = useFocusOnFault(refusal)
  const post = useSubmit()
  const holding = useHolding(now)
  const [from, setFrom] = useState<RequestSource>(start.from)
  const [email, setEmail] = useState(start.email)
  const [cc, setCc] = useState(start.cc)
  const assignees = memberOptions(members, viewer.id)
  const teamChoices = teamOptions(teams)
  const isBusy = useIsPosting()
  const canWrite = viewer.service?.state !== 'ended'
  const { fields = {}, detail } = refusal ?? {}
  const fault = useFaults(refusal?.fields)
  const isNamed = Object.keys(fields).some((name) => shownFields.some((shown) => name.startsWith(shown)))
  const { isWaiting, sendWhenThere } = useAfterUploads(files, () => form.current?.requestSubmit())
  const submit = () => !isBusy && canWrite && sendWhenThere()
  useShortcuts(
    { 'mod+enter': { label: from === 'agent' ? 'Send the message' : 'Log the ticket', run: submit } },
    { group: 'New ticket' },
  )

  return (
    <>
      <PageBar
        back={{ href: '/service/tickets', label: 'Back to the list' }}
        title="New ticket"
        actions={
          <Button
            variant="primary"
            type="submit"
            form={formId}
            keys="mod+enter"
            busy={isBusy || isWaiting}
            disabledReason={reasonNotTo(canWrite, files.hasFailed)}
          >
            {from === 'agent' ? <SendTo email={email} /> : 'Log ticket'}
          </Button>
        }
      />
      <ScrollArea>
        <Form
          ref={form}
          id={formId}
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            if (files.isUploading || files.hasFailed) return submit()
            holding.begin()
            postOnce(event, isBusy, post)
          }}
          noValidate
          {...kept.watch}
          className="mx-auto grid max-w-190 gap-5 px-4 py-6 md:px-5"
        >
          {detail && !isNamed && (
            <Banner tone="danger" title="The ticket was not created.">
              {detail}
            </Banner>
          )}
          {start.isFound && (
            <Banner
              tone="info"
              onDismiss={kept.dismiss}
              action={
                <Button className="mt-1.5 flex" onClick={kept.empty}>
                  Start with an empty form
                </Button>
              }
            >
              You wrote this ticket before and did not send it.
            </Banner>
          )}
          <input ref={holding.field} type="hidden" name="sendAt" />
          <RadioGroup
            label="Who starts this ticket"
            hideLabel
            name="from"
            options={ways}
            value={from}
            onChange={setFrom}
          />
          <RequesterFields email={email} onEmail={setEmail} startName={start.name} fault={fault('requester')} />
          {from === 'agent' && <UnreachedPeople addresses={[email, ...cc]} />}
          <Field label="Subject" {...fault('subject')}>
            <Input name="subject" defaultValue={start.subject} maxLength={255} autoComplete="off" />
          </Field>
          <DescriptionField
            {...wordsFor[from]}
            start={start.html}
            fault={fault('html', 'text')}
            files={files}
            onSubmit={submit}
          />
          {files.uploads.length > 0 && (
            <UploadChips uploads={files.uploads} onRemove={files.removeUpload} onRetry={files.retryUpload} />
          )}
          <div className="grid gap-5 md:grid-cols-2">
            {from === 'customer' && (
              <Field label="Channel">
                <Select
                  name="channel"
                  options={channelOptions}
                  defaultValue={optionOf(channelOptions, start.channel)}
                />
              </Field>
            )}
            <Field label="Priority">
              <Select
                name="priority"
                options={priorityOptions}
                defaultValue={optionOf(priorityOptions, start.priority)}
              />
            </Field>
            <Field label="Assignee" {...fault('assignee')}>
              <Select name="assignee" options={assignees} defaultValue={optionOf(assignees, start.assignee)} />
            </Field>
            {teams.length > 0 && (
              <Field label="Team" {...fault('team')}>
                <Select name="team" options={teamChoices} defaultValue={optionOf(teamChoices, start.team)} />
              </Field>
            )}
          </div>
          <CustomInputs
            fields={customFields}
            values={start.customFields ?? defaultValues(customFields)}
            isRequired={({ required }) => required === 'on_create'}
            faultOf={fault}
            timeZone={timeZone}
          />
          <Field label="Tags" {...fault('tags')}>
            <TokenInput name="tags" placeholder="payroll" defaultTokens={start.tags} />
          </Field>
          <Field label="CC" help="CC of every reply" {...fault('cc')}>
            <TokenInput
              name="cc"
              placeholder="name@company.com"
              isValid={isEmailAddress}
              defaultTokens={start.cc}
              onChange={setCc}
            />
          </Field>
          <p role="status" className="min-h-5 text-meta text-ink-3">
            {kept.isKept && 'Kept in this browser until you send it'}
          </p>
        </Form>
      </ScrollArea>
    </>
  )
}

const optionOf = <V extends string>(options: readonly { value: V }[], kept: string) =>
  (options.find(({ value }) => value === kept) ?? options[0])?.value

const SendTo = ({ email }: { email: string }) => (
  <span className="max-w-56 truncate">{isEmailAddress(email.trim()) ? `Send to ${email.trim()}` : 'Send'}</span>
)

function reasonNotTo(canWrite: boolean, hasFailed: boolean) {
  if (!canWrite) return 'The Service trial has ended'
  return hasFailed ? failedUpload : undefined
}

const shownFields = ['requester', 'subject', 'html', 'text', 'assignee', 'team', 'tags', 'cc', 'customFields']

// Puts the send time, by the server's clock, into the submitted form. A repeated request keeps this time.
function useHolding(now: number) {
  const field = useRef<HTMLInputElement>(null)
  const [clockAheadMs, setClockAheadMs] = useState(0)
  useEffect(() => setClockAheadMs(Date.now() - now), [now])

  function begin() {
    if (field.current) field.current.value = new Date(Date.now() - clockAheadMs + holdMs).toISOString()
  }

  return { field, begin }
}

function UnreachedPeople({ addresses }: { addresses: string[] }) {
  const [isForced, setForced] = useState(false)
  const people = useSuppressions(addresses.map(comparedAddress))
  return (
    <>
      <SuppressionNotice people={people} isForced={isForced} onForced={setForced} />
      {isForced && people.length > 0 && <input type="hidden" name="toSuppressed" value="yes" />}
    </>
  )
}

type DescriptionProps = {
  label: string
  placeholder: string
  start: string
  fault: Fault
  files: ReturnType<typeof useUploads>
  onSubmit: () => void
}

function DescriptionField({ label, placeholder, start, fault, files, onSubmit }: DescriptionProps) {
  const [editor, setEditor] = useState<Editor | null>(null)
  const [html, setHtml] = useState(start)
  const faultId = useId()
  return (
    <div>
      <p className="mb-1.5 font-medium">{label}</p>
      <ComposerFrame
        bar={
          <>
            <FilePickerButton label="Attach files" onFiles={files.addFiles} />
            <EditorButtons editor={editor} />
          </>
        }
      >
        <MessageEditor
          label={label}
          name="text"
          placeholder={placeholder}
          html={start}
          isEmpty={!html}
          editor={editor}
          onEditor={setEditor}
          onChange={(changed) => {
            setHtml(changed.isEmpty ? '' : changed.getHTML())
            fault.onChanged()
          }}
          onFiles={files.addFiles}
          onSubmit={onSubmit}
          faultId={fault.error && faultId}
        />
      </ComposerFrame>
      {(editor || html) && <input type="hidden" name="html" value={html} />}
      {fault.error && (
        <p id={faultId} role="alert" className="mt-1.5 text-meta text-red-ink">
          {fault.error}
        </p>
      )}
    </div>
  )
}
