import { type DragEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { asFile, useMostTyped } from '#web/customer/forms/posted-form.ts'
import { usePosted } from '#web/customer/forms/use-posted.ts'
import { useCustomer } from '#web/customer/use-customer.ts'
import { filesOf, joinTyped, type KeptForm, readForm, useTaken } from '#web/lib/kept/kept-form.ts'
import { useKept } from '#web/lib/kept/use-kept.ts'
import { UploadChips } from '#web/lib/uploads/upload-chips.tsx'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useLongPaste } from '#web/ui/form/long-paste.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { FilePickerButton } from '#web/ui/message/attachments.tsx'
import { ComposerFrame } from '#web/ui/message/composer-frame.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

export function ReplyBox({ id, isSolved }: { id: string; isSolved: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const { fetcher, posting, sending, answer, text, setText, files, hasSomething, isKept } = useReply(id, form)
  const fault = useFault(answer, answer?.problem)
  const mostLetters = useMostTyped()
  const { sentence, button, watch } = useLongPaste(asFile(files))
  const pressSend = () => form.current?.querySelector<HTMLButtonElement>('[value=reply]')?.click()
  useShortcuts({ 'mod+enter': { label: 'Send the reply', run: pressSend } }, { enabled: hasSomething })

  function drop(event: DragEvent) {
    event.preventDefault()
    files.addFiles([...event.dataTransfer.files])
  }

  const { uploads, removeUpload } = files
  return (
    <fetcher.Form
      ref={form}
      id="reply"
      {...posting}
      noValidate
      encType="multipart/form-data"
      className="mt-5"
      onDrop={drop}
      onDragOver={keepDrop}
    >
      <ComposerFrame
        attachments={
          uploads.length > 0 && <UploadChips uploads={uploads} onRemove={removeUpload} onRetry={files.retryUpload} />
        }
        bar={<ReplyBar files={files} hasSomething={hasSomething} isSolved={isSolved} sending={sending} />}
      >
        <textarea
          name="text"
          dir="auto"
          aria-label="Your reply"
          placeholder="Write a reply"
          value={text}
          readOnly={sending !== null}
          maxLength={mostLetters}
          aria-describedby="reply-problem"
          {...watch}
          onChange={(event) => {
            setText(event.target.value)
            fault.onChanged()
          }}
          className="block field-sizing-content max-h-120 min-h-20 w-full resize-none bg-transparent px-3.5 py-3 text-body outline-none"
        />
      </ComposerFrame>
      <p id="reply-problem" role="alert" className="mt-1.5 text-meta text-red-ink empty:hidden">
        {sending ? null : fault.error || sentence}
      </p>
      {button}
      <p role="status" className="mt-1.5 min-h-5 text-meta text-ink-3">
        {isKept && hasSomething && 'Draft kept in this browser until you send it'}
      </p>
    </fetcher.Form>
  )
}

const keepDrop = (event: DragEvent) => event.preventDefault()

function useReply(id: string, form: RefObject<HTMLFormElement | null>) {
  const { viewer } = useCustomer()
  const { fetcher, sending, answer, form: posting } = usePosted(['reply', 'solve'])
  const files = useUploads()
  const [text, setText] = useState(answer?.typed?.text ?? '')
  const isOver = useRef(false)
  const { clearUploads } = files
  const field = () => form.current?.querySelector('textarea')
  const kept = useKept<KeptForm>({
    prefix: `request-message ${viewer.id} ${id} `,
    read: () => (isOver.current ? null : readForm(form.current, ['text'], files.uploads)),
    take(left) {
      setText(joinTyped(left.fields.text?.[0] ?? '', field()?.value ?? ''))
      files.replaceUploads([
        ...filesOf(left),
        ...files.uploads.flatMap((upload) => (upload.id ? [{ ...upload, id: upload.id }] : [])),
      ])
      return true
    },
  })

  useLayoutEffect(() => {
    if (fetcher.data?.problem !== null) return
    setText('')
    clearUploads()
    form.current?.querySelector('textarea')?.focus()
  }, [fetcher.data, clearUploads, form])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const early = field()?.value
    if (early) setText(early)
  }, [])
  useTaken(() => {
    isOver.current = true
    kept.keepNow()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes what is kept
  useEffect(kept.changed, [text, files.uploads])

  const hasSomething = text.trim() !== '' || files.uploads.length > 0
  return { fetcher, posting, sending, answer, text, setText, files, hasSomething, isKept: kept.isKept }
}

type BarProps = {
  files: ReturnType<typeof useUploads>
  hasSomething: boolean
  isSolved: boolean
  sending: string | null
}

function ReplyBar({ files, hasSomething, isSolved, sending }: BarProps) {
  const whyNot = whyNotYet(files)
  // Before hydration the page does not know the typed text, so the button stays enabled. The server refuses an empty
  // reply.
  const isHydrated = useIsHydrated()
  const whyNoReply = whyNot ?? (hasSomething || !isHydrated ? undefined : 'Write something first')
  const shared = { type: 'submit', name: 'intent', size: 'md' } as const
  return (
    <>
      <FilePickerButton name="attachments" label="Attach files" onFiles={files.addFiles} />
      <span className="ml-auto flex items-center gap-2">
        {!isSolved && (
          <Button {...shared} value="solve" variant="ghost" disabledReason={whyNot} busy={sending === 'solve'}>
            {hasSomething ? 'Send and mark as solved' : 'Mark as solved'}
          </Button>
        )}
        <Button {...shared} value="reply" variant="primary" disabledReason={whyNoReply} busy={sending === 'reply'}>
          Send reply
        </Button>
      </span>
    </>
  )
}

export function whyNotYet({
  isUploading,
  hasFailed,
}: Pick<ReturnType<typeof useUploads>, 'isUploading' | 'hasFailed'>) {
  if (isUploading) return 'The files are still uploading'
  return hasFailed ? 'Upload the failed files again, or remove them' : undefined
}
