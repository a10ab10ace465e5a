import { useState } from 'react'
import { choosableStatuses } from '#web/service/tickets/choices.tsx'
import { MomentDialog } from '#web/service/tickets/moment-dialog.tsx'
import type { Status } from '#web/service/tickets/types.ts'
import { FilePickerButton } from '#web/ui/attachments.tsx'
import { Button } from '#web/ui/button.tsx'
import { SplitButton } from '#web/ui/split-button.tsx'
import { statusLabel } from '#web/ui/status-pill.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type Editor, EditorButtons } from './message-editor.tsx'
import type { DraftState } from './use-draft.ts'

type Props = {
  editor: Editor | null
  isNote: boolean
  isSending: boolean
  isUploading: boolean
  isEmpty: boolean
  draftState: DraftState
  replyStatus: Status
  ticketNumber: number
  onFiles: (files: File[]) => void
  onSend: (status: Status, at?: Date) => void
}

export function ComposerBar({ editor, draftState, onFiles, ...sending }: Props) {
  const { isNote, replyStatus, onSend } = sending
  const label = isNote ? 'Add the note' : 'Send the reply'
  useShortcuts({ 'mod+enter': { label, run: () => onSend(replyStatus) } }, { group: 'This ticket' })
  return (
    <>
      <FilePickerButton label="Attach files" onFiles={onFiles} />
      <EditorButtons editor={editor} />
      <span role="status" className="ml-auto truncate px-2 text-meta text-ink-3 max-md:sr-only">
        {draftWords[draftState]}
      </span>
      <span className="max-md:ml-auto">
        <SendButton {...sending} />
      </span>
    </>
  )
}

const draftWords: Record<DraftState, string> = {
  none: '',
  saving: '',
  saved: 'Draft saved',
  failed: 'Draft not saved, trying again',
}

type SendProps = Omit<Props, 'editor' | 'draftState' | 'onFiles'>

function SendButton({ isNote, isSending, isUploading, isEmpty, replyStatus, ticketNumber, onSend }: SendProps) {
  const [isScheduling, setScheduling] = useState(false)
  const state = { busy: isSending, disabled: isEmpty || isUploading, keys: 'mod+enter' }
  if (isNote)
    return (
      <Button variant="primary" {...state} onClick={() => onSend(replyStatus)}>
        Add note
      </Button>
    )

  const others = choosableStatuses.filter((status) => status !== replyStatus)
  return (
    <>
      <SplitButton
        label={labelFor(replyStatus)}
        menuLabel="Other ways to send"
        {...state}
        onClick={() => onSend(replyStatus)}
        groups={[
          { items: others.map((status) => ({ label: labelFor(status), onSelect: () => onSend(status) })) },
          { items: [{ label: 'Send later…', onSelect: () => setScheduling(true) }] },
        ]}
      />
      <MomentDialog
        open={isScheduling}
        onClose={() => setScheduling(false)}
        title={`Send the reply on ticket ${ticketNumber}`}
        confirmLabel="Schedule"
        onChoose={(at) => onSend(replyStatus, at)}
      />
    </>
  )
}

const labelFor = (status: Status) => `Send, set ${statusLabel(status)}`
