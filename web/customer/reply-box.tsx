import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { UploadChips } from '#web/lib/upload-chips.tsx'
import { useUploads } from '#web/lib/use-uploads.ts'
import { FilePickerButton } from '#web/ui/attachments.tsx'
import { Button } from '#web/ui/button.tsx'
import { ComposerFrame } from '#web/ui/composer-frame.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { Request } from './ticket-details.tsx'

export function ReplyBox({ ticket }: { ticket: Request }) {
  const fetcher = useFetcher<{ problem: string | null }>()
  const form = useRef<HTMLFormElement>(null)
  const files = useUploads()
  const [text, setText] = useState('')
  const isBusy = fetcher.state !== 'idle'
  const { clearUploads } = files
  useEffect(() => {
    if (fetcher.data?.problem !== null) return
    setText('')
    clearUploads()
  }, [fetcher.data, clearUploads])

  const hasSomething = text.trim() !== '' || files.uploads.length > 0
  useShortcuts(
    {
      'mod+enter': {
        label: 'Send the reply',
        run: () => form.current?.querySelector<HTMLButtonElement>('[value=reply]')?.click(),
      },
    },
    { enabled: hasSomething },
  )

  function drop(event: DragEvent) {
    event.preventDefault()
    files.addFiles([...event.dataTransfer.files])
  }

  return (
    <fetcher.Form
      ref={form}
      method="post"
      className="mt-5"
      onDrop={drop}
      onDragOver={(event) => event.preventDefault()}
    >
      <ComposerFrame
        attachments={files.uploads.length > 0 && <UploadChips uploads={files.uploads} onRemove={files.removeUpload} />}
        bar={
          <ReplyBar
            files={files}
            hasSomething={hasSomething}
            isSolved={ticket.status === 'solved'}
            intent={isBusy ? fetcher.formData?.get('intent') : null}
          />
        }
      >
        <textarea
          name="body"
          aria-label="Your reply"
          placeholder="Write a reply"
          value={text}
          readOnly={isBusy}
          maxLength={200_000}
          aria-describedby="reply-problem"
          onChange={(event) => setText(event.target.value)}
          className="block field-sizing-content max-h-120 min-h-20 w-full resize-none bg-transparent px-3.5 py-3 text-body outline-none"
        />
      </ComposerFrame>
      <p id="reply-problem" role="alert" className="mt-1.5 text-meta text-red-ink empty:hidden">
        {isBusy ? null : fetcher.data?.problem}
      </p>
    </fetcher.Form>
  )
}

type BarProps = {
  files: ReturnType<typeof useUploads>
  hasSomething: boolean
  isSolved: boolean
  /** What is being sent right now. */
  intent: FormDataEntryValue | null | undefined
}

function ReplyBar({ files, hasSomething, isSolved, intent }: BarProps) {
  const whyNot = files.isUploading
    ? 'The files are still on their way'
    : files.hasFailed
      ? 'Remove the files that failed'
      : undefined
  return (
    <>
      <FilePickerButton label="Attach files" onFiles={files.addFiles} />
      <span className="ml-auto flex items-center gap-2">
        {!isSolved && (
          <Button
            type="submit"
            name="intent"
            value="solve"
            variant="ghost"
            size="md"
            disabledReason={whyNot}
            busy={intent === 'solve'}
          >
            {hasSomething ? 'Send, it is solved' : 'It is solved'}
          </Button>
        )}
        <Button
          type="submit"
          name="intent"
          value="reply"
          variant="primary"
          size="md"
          disabledReason={whyNot ?? (hasSomething ? undefined : 'Write something first')}
          busy={intent === 'reply'}
        >
          Send reply
        </Button>
      </span>
    </>
  )
}
