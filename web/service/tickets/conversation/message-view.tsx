import { Check, Clock } from 'lucide-react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { SentFiles } from '#web/lib/conversation/sent-files.tsx'
import { Time } from '#web/lib/time/time.tsx'
import { fullName } from '#web/lib/words/full-name.ts'
import type { Member, Message, Ticket } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { MessageCard } from '#web/ui/message/message-card.tsx'
import { MessageBody } from './message-body.tsx'
import { hasFooter, MessageFooter } from './message-footer.tsx'
import { MessageMenu } from './message-menu.tsx'

type Props = { message: Message; ticket: Ticket; members: Member[]; viewer: Viewer; canWrite: boolean }

export function MessageView({ message, ticket, members, viewer, canWrite }: Props) {
  return (
    <MessageCard
      kind={kindOf(message)}
      author={authorOf(message, members)}
      meta={metaOf(message, ticket)}
      time={
        <span className="inline-flex items-center gap-1">
          <Time at={message.sentAt ?? message.createdAt} style="moment" />
          <MessageMenu message={message} ticket={ticket} viewer={viewer} canWrite={canWrite} />
        </span>
      }
      flags={<Flags message={message} />}
      attachments={attachmentsOf(message)}
      footer={hasFooter(message, canWrite) && <MessageFooter {...{ message, ticket, members, canWrite }} />}
    >
      <MessageBody message={message} />
    </MessageCard>
  )
}

export const kindOf = ({ kind, author }: Message) =>
  kind === 'note' ? 'note' : author.type === 'customer' ? 'customer' : 'agent'

export function authorOf({ author }: Message, members: Member[]) {
  const member = members.find(({ id }) => id === author.id)
  if (member) return { name: fullName(member), avatarUrl: member.avatarUrl }
  return { name: author.name || shownAddress(author.email ?? '') || 'Startup Tools' }
}

const ways: Partial<Record<Message['channel'], string>> = {
  email: 'via e-mail',
  portal: 'via the portal',
  phone: 'by phone',
  chat: 'by chat',
  in_person: 'in person',
  api: 'via the API',
  import: 'imported',
}

function metaOf({ kind, author, channel }: Message, { requester }: Ticket) {
  if (author.type !== 'agent') return ways[channel]
  return kind === 'reply' ? `to ${requester.name || shownAddress(requester.email)}` : undefined
}

function Flags({ message: { automatic, flags, delivery } }: { message: Message }) {
  const isBounce = flags.includes('bounce')
  return (
    <>
      {isBounce && <Pill tone="grey">Bounce</Pill>}
      {!isBounce && (automatic || flags.includes('automatic')) && <Pill tone="grey">Automatic</Pill>}
      {flags.includes('used-id') && <Pill tone="amber">Message-ID used before</Pill>}
      {flags.includes('unverified') && <Pill tone="amber">Sender not verified</Pill>}
      {delivery?.state === 'queued' && <Mark icon={Clock} text="On its way" />}
      {delivery?.state === 'sent' && <Mark icon={Check} text="Sent" />}
    </>
  )
}

const Mark = ({ icon, text }: { icon: typeof Check; text: string }) => (
  <span className="inline-flex items-center gap-1 text-meta text-ink-3">
    <Icon of={icon} size={12} />
    {text}
  </span>
)

/** Pictures that stand in the text are not listed again. */
export function attachmentsOf({ attachments }: Message) {
  const files = attachments.filter(({ inline }) => !inline)
  return files.length > 0 ? <SentFiles files={files} /> : undefined
}
