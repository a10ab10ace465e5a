import { formatBytes } from '#web/lib/words/format.ts'
import { AttachmentChip, AttachmentList } from '#web/ui/message/attachments.tsx'
import type { Upload } from './use-uploads.ts'

type Props = {
  uploads: Upload[]
  onRemove: (key: number) => void
  onRetry: (key: number) => void
  name?: string
}

export const UploadChips = ({ uploads, onRemove, onRetry, name = 'attachments' }: Props) => (
  <>
    <AttachmentList>
      {uploads.map(({ key, bytes, name: fileName, mime, progress, picture, isWaiting, error, canRetry }) => (
        <AttachmentChip
          key={key}
          name={fileName}
          mime={mime}
          picture={picture}
          progress={error || isWaiting ? undefined : progress}
          state={isWaiting ? 'Waiting for connection' : null}
          error={error}
          detail={progress < 1 && !isWaiting ? `${Math.floor(progress * 100)} %` : formatBytes(bytes)}
          onRetry={isWaiting || canRetry ? () => onRetry(key) : undefined}
          onRemove={() => onRemove(key)}
        />
      ))}
    </AttachmentList>
    <p role="status" className="text-meta text-ink-2 not-empty:mt-1.5">
      {wordsFor(uploads)}
    </p>
    {uploads.map(({ key, id }) => id && <input key={key} type="hidden" name={name} value={id} />)}
  </>
)

function wordsFor(uploads: Upload[]): string | null {
  const failed = uploads.filter(({ error }) => error)
  const [only] = failed
  if (only) {
    const files = failed.length === 1 ? `${only.name} was` : `${failed.length} files were`
    const them = failed.length === 1 ? 'it' : 'them'
    const act = failed.every(({ canRetry }) => canRetry) ? `Try again or remove ${them}` : `Remove ${them}`
    return `${files} not uploaded. ${act}, then send.`
  }
  const isThere = uploads.filter(({ id }) => id).length
  if (isThere === uploads.length) return null
  const count = `${isThere} of ${uploads.length} ${uploads.length === 1 ? 'file is' : 'files are'} uploaded.`
  return uploads.some(({ isWaiting }) => isWaiting)
    ? `${count} The rest is uploaded when the connection is back.`
    : count
}
