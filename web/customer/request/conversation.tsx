import type { z } from 'zod'
import type { Message as MessageSchema } from '#contract/messages.ts'
import { useCustomer } from '#web/customer/use-customer.ts'
import { Time } from '#web/lib/time/time.tsx'
import { useFreshLinks } from '#web/lib/uploads/use-fresh-links.ts'
import { formatBytes } from '#web/lib/words/format.ts'
import { AttachmentChip, AttachmentList } from '#web/ui/message/attachments.tsx'
import { PortalMessage } from '#web/ui/message/message-card.tsx'

type Message = z.output<typeof MessageSchema>

export function Conversation({ messages }: { messages: Message[] }) {
  useFreshLinks(messages.some(({ attachments }) => attachments.length > 0))
  return (
    <div role="log" aria-label="Conversation">
      {messages.map((message) => (
        <ShownMessage key={message.id} message={message} />
      ))}
    </div>
  )
}

function ShownMessage({
  message: { author, bodyHtml, quotedText, attachments, createdAt, sentAt },
}: {
  message: Message
}) {
  const { viewer, workspace } = useCustomer()
  const isOwn = author.type === 'customer' && author.id === viewer.id
  const files = attachments.filter(({ inline }) => !inline)
  return (
    <PortalMessage
      author={{ name: author.name || author.email || workspace.name }}
      meta={isOwn ? 'You' : author.type === 'customer' ? undefined : workspace.name}
      time={<Time at={sentAt ?? createdAt} style="moment" />}
      attachments={files.length > 0 && <Files files={files} />}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cleaned it, and the page allows no other scripts */}
      <div dangerouslySetInnerHTML={{ __html: bodyHtml }} />
      {quotedText && <Quoted text={quotedText} />}
    </PortalMessage>
  )
}

const Quoted = ({ text }: { text: string }) => (
  <details className="mt-2">
    <summary className="w-fit rounded-xs text-meta text-ink-3 hover:text-ink">Show the quoted text</summary>
    <p className="mt-2 border-l-2 border-line-strong pl-3 text-base whitespace-pre-wrap text-ink-2">{text}</p>
  </details>
)

const Files = ({ files }: { files: Message['attachments'] }) => (
  <AttachmentList>
    {files.map(({ id, name, mime, bytes, url }) => (
      <AttachmentChip key={id} name={name} mime={mime} detail={formatBytes(bytes)} href={url} />
    ))}
  </AttachmentList>
)
