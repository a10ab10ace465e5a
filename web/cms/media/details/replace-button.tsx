import { Replace } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Asset } from '#web/cms/media/media-types.ts'
import { replaceFile } from '#web/cms/media/uploads/send-media.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'

const accepted: Partial<Record<Asset['kind'], string>> = { image: 'image/*', video: 'video/*', audio: 'audio/*' }

/** Replaces the content of a file. All uses show the new one. */
export function ReplaceButton({ asset: { id, name, kind } }: { asset: Asset }) {
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const readAgain = useReadAgain()
  const showToast = useToast()

  async function replace(file: File) {
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setProgress(0)
    try {
      await replaceFile(id, file, { onProgress: setProgress, signal: controller.signal })
      showToast({ text: 'Replaced' })
      await readAgain()
    } catch (cause) {
      if ((cause as Error).name !== 'AbortError') setError((cause as Error).message)
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted[kind]}
        aria-label={`File in the place of ${name}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) replace(file)
          currentTarget.value = ''
        }}
      />
      {progress === undefined ? (
        <Button icon={Replace} onClick={() => input.current?.click()}>
          Replace
        </Button>
      ) : (
        <Button onClick={() => running.current?.abort()}>Cancel</Button>
      )}
      {progress !== undefined && (
        <ProgressBar label="Upload" value={Math.round(progress * 100)} max={100} className="w-full" />
      )}
      {error && (
        <Banner tone="danger" className="w-full" onDismiss={() => setError(undefined)}>
          {error}
        </Banner>
      )}
    </>
  )
}
