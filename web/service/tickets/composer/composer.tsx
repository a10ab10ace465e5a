import { type DragEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { UploadChips } from '#web/lib/upload-chips.tsx'
import { useUploads } from '#web/lib/use-uploads.ts'
import type { TicketPageData } from '#web/service/tickets/ticket-page-data.ts'
import type { Message, Status } from '#web/service/tickets/types.ts'
import type { Seen } from '#web/service/tickets/use-seen.ts'
import type { TakeBack } from '#web/service/tickets/use-take-back.ts'
import { ComposerFrame } from '#web/ui/composer-frame.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ComposerBar } from './composer-bar.tsx'
import { ComposerNotices } from './composer-notices.tsx'
import { ComposerTop } from './composer-top.tsx'
import { type Editor, MessageEditor } from './message-editor.tsx'
import { type DraftBody, useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'

type Kind = DraftBody['kind']

export type ComposerHandle = {
  focus(kind: Kind): void
  /** Saves what is not saved yet. */
  flush(): Promise<void>
  /** Puts a reply that did not go back in front of what is written. */
  takeIn(message: Message, isOwnWish: boolean): void
}

type Props = Pick<TicketPageData, 'ticket' | 'draft' | 'replyStatus'> & {
  ref: Ref<ComposerHandle>
  seen: Seen
  clockAheadMs: number
  onTakeBack: TakeBack
}

/** So long a reply is held, so that one can take it back. */
const holdMs = 10_000
const panelId = 'composer-text'

export function Composer({ ref, ticket, draft, replyStatus, seen, clockAheadMs, onTakeBack }: Props) {
  const showToast = useToast()
  const [kind, setKind] = useState<Kind>(draft?.kind ?? 'reply')
  const [cc, setCc] = useState<string[]>()
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isEmpty, setEmpty] = useState(!draft?.body)
  const [returned, setReturned] = useState(false)
  const html = useRef(draft?.body ?? '')
  const wantsFocus = useRef(false)
  const files = useUploads(draft?.attachments)
  const attachments = files.uploads.flatMap(({ id }) => id ?? [])
  const saved = useDraft(ticket.id, () => ({ kind, body: html.current, attachments }))
  const { send, isSending, problem, dismissProblem } = useSend(ticket.id)
  const isNote = kind === 'note'

  function write(next: string, editorNow = editor) {
    html.current = next
    editorNow?.commands.setContent(next, { emitUpdate: false })
    setEmpty(!next)
  }

  function takeEditor(next: Editor | null) {
    setEditor(next)
    if (next && wantsFocus.current) focusEditor(next)
  }

  function focusEditor(wanted = editor) {
    // Asked for before the editor was there, it is given once it is.
    wantsFocus.current = !wanted
    // At once, and not in the next frame as the editor's own command does: somebody may be typing already.
    wanted?.commands.setTextSelection(wanted.state.doc.content.size)
    wanted?.view.focus()
  }

  useImperativeHandle(ref, () => ({
    flush: saved.flush,
    focus(wanted) {
      setKind(wanted)
      focusEditor()
    },
    takeIn(message, isOwnWish) {
      setKind('reply')
      write(message.bodyHtml + html.current)
      files.replaceUploads([
        ...message.attachments,
        ...files.uploads.flatMap(({ id, ...file }) => (id ? { ...file, id } : [])),
      ])
      setReturned(!isOwnWish)
      saved.changed()
      focusEditor()
    },
  }))

  async function submit(status: Status, scheduled?: Date) {
    if (isSending || files.isUploading || (isEmpty && attachments.length === 0)) return
    // A save that is on its way must not bring back what is sent.
    await saved.flush()
    const sendAt = isNote ? undefined : (scheduled ?? new Date(Date.now() - clockAheadMs + holdMs)).toISOString()
    const message = { kind, body: html.current, attachments, ...(isNote ? {} : { status, cc }) }
    const sent = await send(message, { seen: seen.seenSeq, sendAt })
    if (!sent) return
    saved.forget()
    write('')
    files.clearUploads()
    setReturned(false)
    setKind('reply')
    editor?.commands.blur()
    if (sent.seq === null) tellHeld(sent, Boolean(scheduled))
  }

  function tellHeld({ id }: Message, isScheduled: boolean) {
    const text = isScheduled ? 'Reply scheduled' : 'Reply goes in 10 s'
    showToast({ text, action: { label: 'Undo', onAct: () => onTakeBack(id) } })
  }

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0 || event.defaultPrevented) return
    event.preventDefault()
    addFiles([...event.dataTransfer.files])
  }

  function addFiles(added: File[]) {
    files.addFiles(added)
    saved.changed()
  }

  if (ticket.status === 'closed' || ticket.isTrashed) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a help for the pointer, the button beside does the same
    <div
      className="shrink-0 px-3 pt-2 pb-3 md:px-5 md:pb-4"
      onDrop={drop}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
    >
      <div className="mx-auto max-w-190">
        <ComposerNotices
          problem={problem}
          onDismiss={dismissProblem}
          isReturned={returned}
          onReturnedRead={() => setReturned(false)}
          seen={seen}
        />
        <ComposerFrame
          isNote={isNote}
          top={<ComposerTop ticket={ticket} kind={kind} onKind={setKind} cc={cc} onCc={setCc} panelId={panelId} />}
          attachments={
            files.uploads.length > 0 && (
              <UploadChips
                uploads={files.uploads}
                onRemove={(key) => {
                  files.removeUpload(key)
                  saved.changed()
                }}
              />
            )
          }
          bar={
            <ComposerBar
              editor={editor}
              isNote={isNote}
              isSending={isSending}
              isUploading={files.isUploading}
              isEmpty={isEmpty && attachments.length === 0}
              draftState={saved.state}
              replyStatus={replyStatus}
              ticketNumber={ticket.number}
              onFiles={addFiles}
              onSend={submit}
            />
          }
        >
          <div role="tabpanel" id={panelId} aria-label={isNote ? 'Note' : 'Reply'}>
            <MessageEditor
              label={isNote ? 'Note for the team' : 'Reply to the customer'}
              placeholder={isNote ? 'Write a note that only the team can see' : 'Write a reply'}
              html={html.current}
              isEmpty={isEmpty}
              editor={editor}
              onEditor={takeEditor}
              onChange={(changed) => {
                html.current = changed.isEmpty ? '' : changed.getHTML()
                setEmpty(changed.isEmpty)
                saved.changed()
              }}
              onFiles={addFiles}
              onSubmit={() => submit(replyStatus)}
            />
          </div>
        </ComposerFrame>
      </div>
    </div>
  )
}
