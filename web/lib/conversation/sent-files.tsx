import { formatBytes } from '#web/lib/words/format.ts'
import { AttachmentChip, AttachmentList } from '#web/ui/message/attachments.tsx'

type SentFile = {
  id: string
  name: string
  mime: string
  bytes: number
  url: string
  pictureUrl?: string | null | undefined
}

export const SentFiles = ({ files }: { files: SentFile[] }) => (
  <AttachmentList>
    {files.map(({ id, name, mime, bytes, url, pictureUrl }) => (
      <AttachmentChip
        key={id}
        name={name}
        mime={mime}
        detail={formatBytes(bytes)}
        href={url}
        picture={pictureUrl ?? undefined}
      />
    ))}
  </AttachmentList>
)
