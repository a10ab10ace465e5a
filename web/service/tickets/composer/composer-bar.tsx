import { type ReactNode, useState } from 'react'
import { failedUpload } from '#web/lib/uploads/use-after-uploads.ts'
import { choosableStatuses, defaultStatus } from '#web/service/tickets/ticket/choices.tsx'
import { MomentDialog } from '#web/service/tickets/ticket/dialogs/moment-dialog.tsx'
import { clockElsewhere, suggestMoments } from '#web/service/tickets/ticket/dialogs/moments.ts'
import type { Customer, TicketStatus } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { SplitButton } from '#web/ui/button/split-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { statusLabel } from '#web/ui/mark/status-pill.tsx'
import { FilePickerButton } from '#web/ui/message/attachments.tsx'
import { EditorButtons } from './editor/message-editor.tsx'
import type { ComposerState } from './use-composer.ts'

type SendProps = {
  composer: ComposerState
  statuses: TicketStatus[]
  /** The status that a reply sets by default. */
  replyStatus: TicketStatus
  ticketNumber: number
  customer: Pick<Customer, 'name' | 'timeZone'>
}

export function ComposerBar({ composer, children, ...sending }: SendProps & { children: ReactNode }) {
  const { text, isNote, addFiles, submit } = composer
  const label = isNote ? 'Add the note' : 'Send the reply'
  useShortcuts(
    {
      'mod+enter': { label, run: () => submit(sending.replyStatus) },
      'mod+shift+enter': { label: `${label} and open the next ticket`, run: () => submit(sending.replyStatus, next) },
    },
    { group: 'This ticket' },
  )
  return (
    <>
      <FilePickerButton label="Attach files" onFiles={addFiles} />
      <EditorButtons editor={text.editor} />
      {children}
      <span role="status" className="ml-auto truncate px-2 text-meta text-ink-3 max-md:sr-only">
        {composer.draftWords}
      </span>
      <span className="max-md:ml-auto">
        <SendButton composer={composer} {...sending} />
      </span>
    </>
  )
}

function SendButton({ composer, statuses, replyStatus, ticketNumber, customer }: SendProps) {
  const { isNote, isSending, hasFailedUpload, isEmpty, appliesOnly, submit } = composer
  const [isScheduling, setScheduling] = useState(false)
  const state = {
    busy: isSending,
    disabled: isEmpty,
    disabledReason: hasFailedUpload ? failedUpload : undefined,
    keys: 'mod+enter',
  }
  if (appliesOnly)
    return (
      <Button variant="primary" {...state} disabled={false} onClick={() => submit(replyStatus)}>
        Apply
      </Button>
    )
  if (isNote)
    return (
      <Button variant="primary" {...state} onClick={() => submit(replyStatus)}>
        Add note
      </Button>
    )

  const elsewhere = (at: Date) => {
    const clock = clockElsewhere(at, customer.timeZone)
    return clock && `${clock} for ${customer.name.trim().split(/\s+/)[0] || 'the customer'}`
  }
  const others = choosableStatuses(statuses).filter(({ id }) => id !== replyStatus.id)
  return (
    <>
      <SplitButton
        label={labelFor(replyStatus)}
        menuLabel="More send options"
        {...state}
        onClick={() => submit(replyStatus)}
        groups={[
          {
            items: others.map((status) => ({
              label: labelFor(status),
              detail: !status.isDefault && statusLabel(status.category),
              onSelect: () => submit(status),
            })),
          },
          {
            items: [
              {
                label: 'Send and open next ticket',
                keys: 'mod+shift+enter',
                onSelect: () => submit(replyStatus, next),
              },
              { label: 'Solve and open next ticket', onSelect: () => submit(defaultStatus(statuses, 'solved'), next) },
            ],
          },
          {
            items: [
              ...presetsAt(new Date()).map(({ label, at }) => ({
                label,
                detail: elsewhere(at),
                onSelect: () => submit(replyStatus, { at }),
              })),
              { label: 'Send later…', onSelect: () => setScheduling(true) },
            ],
          },
        ]}
      />
      <MomentDialog
        open={isScheduling}
        onClose={() => setScheduling(false)}
        title={`Schedule the reply on ticket ${ticketNumber}`}
        confirmLabel="Schedule"
        elsewhere={elsewhere}
        onChoose={(at) => submit(replyStatus, { at })}
      />
    </>
  )
}

const next = { opensNext: true }

const presetLabels = new Map([
  ['This morning', 'Send this morning at 09:00'],
  ['Tomorrow', 'Send tomorrow at 09:00'],
  ['Next Monday', 'Send next Monday at 09:00'],
])

/** The mornings that the menu offers. On a Sunday, only tomorrow. */
const presetsAt = (now: Date) =>
  suggestMoments(now).flatMap((moment) => {
    const label = presetLabels.get(moment.label)
    return label ? [{ label, at: moment.at }] : []
  })

const labelFor = ({ name }: TicketStatus) => `Send as ${name}`
