import { formatBytes } from '#web/lib/words/format.ts'
import { AttachmentChip, AttachmentList } from '#web/ui/message/attachments.tsx'
import type { Upload } from './use-uploads.ts'

type Props = {
  uploads: Upload[]
  onRemove: (key: number) => void
  /** The name under which the form posts the ids of the files that are there. */
  name?: string
}

export const UploadChips = ({ uploads, onRemove, name = 'attachments' }: Props) => (
  <>
    <AttachmentList>
      {uploads.map(({ key, bytes, name: fileName, mime, progress, error }) => (
        <AttachmentChip
          key={key}
          name={fileName}
          mime={mime}
          progress={error ? undefined : progress}
          error={error}
          detail={formatBytes(bytes)}
          onRemove={() => onRemove(key)}
        />
      ))}
    </AttachmentList>
    {uploads.map(({ key, id }) => id && <input key={key} type="hidden" name={name} value={id} />)}
  </>
)
