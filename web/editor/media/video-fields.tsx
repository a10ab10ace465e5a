import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { documentLimits } from '#contract/writing/document.ts'
import { pickFiles, pictureTypes } from '#web/editor/blocks/take-files.ts'
import type { EditorPort } from '#web/editor/editor-port.ts'
import { readVideoAddress } from '#web/lib/intake/web-address.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { FieldsProps } from './block-dialog.tsx'

export function VideoFields({ editor, attrs, isSubmitted, onAnswer }: FieldsProps) {
  const [address, setAddress] = useState(attrs?.url ?? '')
  const [title, setTitle] = useState(attrs?.title ?? '')
  const [poster, setPoster] = useState(attrs?.poster ?? null)
  const input = useRef<HTMLInputElement>(null)
  const url = readVideoAddress(address)

  useLayoutEffect(() => onAnswer(url === null ? null : { url, title: title.trim() || null, poster }))
  useEffect(() => {
    if (isSubmitted) input.current?.focus()
  }, [isSubmitted])

  return (
    <>
      <Field
        label="Address"
        help="The page of the video. Readers see a preview picture, and the video plays when they click it."
        error={faultOf(address, url, isSubmitted)}
      >
        <Input
          ref={input}
          type="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={documentLimits.url}
          placeholder="https://www.youtube.com/watch?v=…"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <Field label="Title" help="What the video shows. Screen readers read it aloud.">
        <Input maxLength={documentLimits.caption} value={title} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Poster port={editor.storage.port.now()} file={poster} onChange={setPoster} />
    </>
  )
}

function faultOf(address: string, url: string | null, isSubmitted: boolean): string | null {
  if (url) return null
  if (address.trim() === '') return isSubmitted ? 'Enter the address of a video' : null
  // No error yet, because the person may still be typing the host.
  if (!isSubmitted && !/\.[a-z]{2,}\//i.test(address)) return null
  return 'You can embed videos from YouTube, Vimeo, Loom, Wistia and Dailymotion. For other hosts, add a link.'
}

type PosterProps = { port: EditorPort; file: string | null; onChange: (file: string | null) => void }

function Poster({ port, file, onChange }: PosterProps) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const src = file && port.urlOf(file)

  async function upload(chosen: File) {
    setBusy(true)
    setFault(undefined)
    await port
      .upload(chosen, () => {})
      .then(({ id, isPicture }) =>
        isPicture ? onChange(id) : setFault('Choose a picture: PNG, JPEG, GIF, WebP or AVIF'),
      )
      .catch((error: Error) => setFault(error.message))
    setBusy(false)
  }

  return (
    <div className="grid gap-2">
      <p className="font-medium">Preview picture</p>
      {src && <img src={src} alt="" className="max-h-40 rounded-sm" />}
      <div className="flex flex-wrap gap-2">
        <Button
          busy={isBusy}
          onClick={() => pickFiles(pictureTypes, ([chosen]) => chosen && void upload(chosen), { many: false })}
        >
          {file ? 'Choose another picture' : 'Choose a picture'}
        </Button>
        {file && <Button onClick={() => onChange(null)}>Remove the picture</Button>}
      </div>
      <p role="alert" className="text-red-ink empty:hidden">
        {fault}
      </p>
    </div>
  )
}
