import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { beginImport } from '#contract/bulk/imports.ts'
import type { mostImportBytes } from '#contract/files/resumable-uploads.ts'
import { keysOf } from '#contract/keys-of.ts'
import { type Resumable, sendResumable } from '#web/lib/uploads/send-resumable.ts'
import { formatBytes } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { DropZone } from '#web/ui/message/attachments.tsx'
import { importHref } from './addresses.ts'
import { type ImportKind, importKinds } from './describe-moves.ts'

const kinds = keysOf(importKinds).map((kind) => ({ value: kind, ...importKinds[kind] }))
const accepted = {
  articles: '.zip,.md,.markdown,.html,.htm',
  'zendesk-guide': '.json,.zip',
  'intercom-articles': '.json,.zip',
  'helpscout-docs': '.json,.zip',
  'freshdesk-solutions': '.json,.zip',
}

/** A copy of the contract's value. Importing the value would add the contract's schemas to the page weight. */
const mostBytes: typeof mostImportBytes = 256 * 1024 * 1024
const tooLarge = 'Larger than 256 MB. Import it in parts.'

export function ImportForm({ canWrite }: { canWrite: boolean }) {
  const navigate = useNavigate()
  const [kind, setKind] = useState<ImportKind>('articles')
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const upload = useUpload()
  const form = useRef<HTMLFormElement>(null)
  const begin = useWrite(beginFrom, {
    keepsPage: true,
    onAnswer: ({ id }: { id: string }) => navigate(importHref(id)),
    onProblem: ({ detail }) => refuse(detail),
  })

  function refuse(why: string) {
    setFault(why)
    form.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (upload.progress !== undefined || begin.isPending) return
    if (!file) return refuse('Choose a file')
    if (file.size > mostBytes) return refuse(tooLarge)
    setFault(undefined)
    try {
      const sent = await upload.send(file)
      await begin.write({ kind, sent })
    } catch (problem) {
      if (problem instanceof Error && problem.name !== 'AbortError') refuse(problem.message)
      else form.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <RadioGroup label="Import from" name="kind" options={kinds} value={kind} onChange={setKind} />
      <div>
        <DropZone
          onFiles={([chosen]) => {
            if (!chosen) return
            upload.cancel()
            setFile(chosen)
            setFault(chosen.size > mostBytes ? tooLarge : undefined)
          }}
          multiple={false}
          accept={accepted[kind]}
          hint="At most 256 MB"
        />
        {file && (
          <p className="mt-1.5 wrap-anywhere">
            {file.name} <span className="text-ink-3">{formatBytes(file.size)}</span>
          </p>
        )}
        {upload.progress !== undefined && (
          <ProgressBar label="Uploading the file" value={upload.progress} max={1} className="mt-2" />
        )}
        {upload.isWaiting && (
          <p role="status" className="mt-1.5 text-meta text-ink-3">
            The connection was lost. The upload continues when the connection is back.
          </p>
        )}
        <p role="alert" className="mt-1.5 text-meta text-red-ink empty:hidden">
          {fault}
        </p>
      </div>
      <p className="flex gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={upload.progress !== undefined || begin.isPending}
          disabledReason={canWrite ? undefined : 'The Service trial has ended'}
        >
          Check file
        </Button>
        {upload.progress !== undefined && <Button onClick={upload.cancel}>Cancel</Button>}
      </p>
    </form>
  )
}

// Begins an import of the uploaded file. Forgets the upload after success, or if the server no longer has it (404).
// After other errors, a retry does not send the file again.
async function beginFrom({ kind, sent }: { kind: ImportKind; sent: Resumable }) {
  const body = { kind, upload: sent.id }
  const outcome = await ask<typeof beginImport>('POST', '/api/v1/imports', { body, waits: true })
  if (outcome.answer || outcome.problem?.status === 404) await sent.forget()
  return outcome
}

function useUpload() {
  const [state, setState] = useState<{ progress?: number; isWaiting?: boolean }>({})
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  return {
    ...state,
    cancel: () => abort.current?.abort(),
    async send(file: File) {
      abort.current = new AbortController()
      setState({ progress: 0 })
      try {
        return await sendResumable(
          file,
          {
            onProgress: (progress) => setState({ progress }),
            onWaiting: () => setState((before) => ({ ...before, isWaiting: true })),
            signal: abort.current.signal,
          },
          'import',
        )
      } finally {
        // The upload is finished, so leaving the page must no longer cancel it.
        abort.current = undefined
        setState({})
      }
    },
  }
}
