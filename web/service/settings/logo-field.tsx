import { useId, useState } from 'react'
import { uploadFile } from '#web/lib/uploads/upload.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { WorkspaceLogo } from '#web/shell/logo/workspace-logo.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { DropZone } from '#web/ui/message/attachments.tsx'
import type { Logo } from './general-values.ts'

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

type Props = { logo: Logo; name: string; fault: Fault; onChange: (logo: Logo) => void }

/** The picture uploads at once, and becomes the logo on Save. */
export function LogoField({ logo, name, fault: refused, onChange }: Props) {
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
      setFault((problem as Error).message)
    }
    setProgress(undefined)
  }

  return { take, progress, fault }
}

/** Whether the browser can draw the file, whatever its declared type. */
async function isPicture(file: File) {
  if (!pictures.includes(file.type)) return false
  const drawn = await createImageBitmap(file).catch(() => null)
  drawn?.close()
  return drawn !== null
}
