import { Forward, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { UploadChips } from '#web/lib/uploads/upload-chips.tsx'
import { failedUpload, useAfterUploads } from '#web/lib/uploads/use-after-uploads.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { EditorButtons, MessageEditor } from '#web/service/tickets/composer/editor/message-editor.tsx'
import type { OutsideDraft } from '#web/service/tickets/ticket/outside-draft.ts'
import type { Message } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { FilePickerButton } from '#web/ui/message/attachments.tsx'
import { ComposerFrame } from '#web/ui/message/composer-frame.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { RecipientsInput } from './recipients-input.tsx'
import type { ComposedDraft } from './use-outside-draft.ts'

type OutsideMessage = Pick<OutsideDraft, 'to' | 'subject' | 'html' | 'messageId'> & { attachments: string[] }

type Props<Sent> = {
  draft: ComposedDraft
  /** Whether a subject is asked for. */
  isNew: boolean
  label: string
  placeholder: string
  /** Whether the text gets the focus at first, or the recipients if there are none. */
  takesFocus: boolean
  top?: ReactNode
  panelId?: string
  /** Finds a message of the page, to show what is forwarded. */
  findMessage: (id: string) => Message | undefined
  send: (message: OutsideMessage, idempotencyKey: string) => Promise<Outcome<Sent>>
  onSent: (sent: Sent) => void
}

/** The composer of messages to people outside. */
export function OutsideComposer<Sent>({ draft, isNew, takesFocus, send, onSent, ...shown }: Props<Sent>) {
  const { text, files, people, subject, messageId } = draft
  const subjectId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const sendOnce = useOnce(send)
  const { write, isPending, problem, dismissProblem } = useWrite(sendOnce)
  const hasWords = !draft.isEmpty || messageId !== null
  const missing = missingIn({ hasPeople: people.length > 0, hasSubject: !isNew || subject.trim() !== '', hasWords })
  const { isWaiting, sendWhenThere } = useAfterUploads(files, sendNow)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!takesFocus) return
    if (people.length > 0) return text.focus()
    frame.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }, [])

  async function sendNow() {
    if (missing || isPending || text.isReadOnly.current) return
    text.setReadOnly(true)
    if (!(await draft.settle())) return text.setReadOnly(false)
    const { files: attached, ...message } = draft.read()
    const sent = await write({ ...message, attachments: attached.map(({ id }) => id) })
    text.setReadOnly(false)
    if (!sent) return
    draft.finish()
    onSent(sent)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return
    // The same keys send the reply of the ticket.
    event.preventDefault()
    event.stopPropagation()
    sendWhenThere()
  }

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0 || event.defaultPrevented) return
    event.preventDefault()
    files.addFiles([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files and the keys are a help, the buttons do the same
    <div ref={frame} onKeyDownCapture={onKeyDown} onDrop={drop}>
      {problem && (
        <Banner tone="danger" className="mb-2" title="The message was not sent." onDismiss={dismissProblem}>
          {problem.fields ? Object.values(problem.fields).join('. ') : problem.detail}
        </Banner>
      )}
      <ComposerFrame
        top={shown.top}
        attachments={
          (files.uploads.length > 0 || messageId) && (
            <div className="grid gap-2">
              {messageId && (
                <ForwardedMessage
                  message={shown.findMessage(messageId)}
                  onRemove={() => {
                    draft.setMessageId(null)
                    text.focus()
                  }}
                />
              )}
              {files.uploads.length > 0 && (
                <UploadChips uploads={files.uploads} onRemove={files.removeUpload} onRetry={files.retryUpload} />
              )}
            </div>
          )
        }
        bar={
          <>
            <FilePickerButton label="Attach files" onFiles={files.addFiles} />
            <EditorButtons editor={text.editor} />
            <span role="status" className="ml-auto truncate px-2 text-meta text-ink-3 max-md:sr-only">
              {draft.state}
            </span>
            <span className="max-md:ml-auto">
              <Button
                variant="primary"
                keys="mod+enter"
                busy={isPending || isWaiting}
                disabled={missing !== null}
                disabledReason={files.hasFailed ? failedUpload : (missing ?? undefined)}
                onClick={() => sendWhenThere()}
              >
                Send
              </Button>
            </span>
          </>
        }
      >
        <div {...(shown.panelId && { role: 'tabpanel', id: shown.panelId, 'aria-label': shown.label })}>
          <div className="flex gap-2 border-b border-line px-3.5">
            <span className="py-2.5 text-meta text-ink-3">To</span>
            <RecipientsInput to={draft.to} onTo={draft.setTo} draft={draft.typing} onDraft={draft.setTyping} />
          </div>
          {isNew && (
            <div className="flex items-center gap-2 border-b border-line px-3.5">
              <label htmlFor={subjectId} className="py-2.5 text-meta text-ink-3">
                Subject
              </label>
              <input
                id={subjectId}
                dir="auto"
                maxLength={255}
                value={subject}
                onChange={(event) => draft.setSubject(event.target.value)}
                className="h-9 min-w-0 flex-1 bg-transparent outline-none"
              />
            </div>
          )}
          <MessageEditor
            label={shown.label}
            placeholder={shown.placeholder}
            html={text.html.current}
            latestHtml={text.html}
            early={text.early}
            isEmpty={text.isEmpty}
            editor={text.editor}
            onEditor={text.takeEditor}
            onChange={text.takeChange}
            onEarly={draft.onEarly}
            onFiles={files.addFiles}
          />
        </div>
      </ComposerFrame>
    </div>
  )
}

function missingIn({ hasPeople, hasSubject, hasWords }: Record<'hasPeople' | 'hasSubject' | 'hasWords', boolean>) {
  if (!hasPeople) return 'Enter an address first'
  if (!hasSubject) return 'Enter a subject first'
  return hasWords ? null : 'Write a message first'
}

const mostLetters = 400

/** Shows what the mail will quote, with its files. */
function ForwardedMessage({ message, onRemove }: { message: Message | undefined; onRemove: () => void }) {
  const files = message?.attachments.map(({ name }) => name) ?? []
  return (
    <div className="flex items-start gap-2 rounded-sm border border-line px-2.5 py-2">
      <Icon of={Forward} size={14} className="mt-0.5 text-ink-3" />
      <div className="min-w-0 flex-1 text-meta text-ink-2">
        <p className="font-medium">{message ? `Message by ${message.author.name}` : 'An earlier message'}</p>
        {message && <p className="line-clamp-3 break-words">{message.bodyText.slice(0, mostLetters)}</p>}
        {files.length > 0 && <p className="truncate text-ink-3">With {files.join(', ')}</p>}
      </div>
      <IconButton icon={X} size="sm" label="Do not forward this message" onClick={onRemove} />
    </div>
  )
}
