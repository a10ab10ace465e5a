import { Check, Clock, Ellipsis, Eraser, Forward, Route, Split } from 'lucide-react'
import { useState } from 'react'
import type { redactMessage } from '#contract/tickets/messages.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { SentFiles } from '#web/lib/conversation/sent-files.tsx'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Member, MergedTicket, Message, Ticket } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { Tag } from '#web/ui/mark/tag.tsx'
import { MessageCard } from '#web/ui/message/message-card.tsx'
import { Menu, type MenuChoice } from '#web/ui/overlay/menu.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { MessageBody } from './message-body.tsx'
import { footerOf } from './message-footer.tsx'

type Props = {
  message: Message
  ticket: Ticket
  /** The merged ticket of the message. */
  origin?: MergedTicket
  members: Member[]
  viewer: Viewer
  canWrite: boolean
  onForward: ((message: Message) => void) | undefined
}

export function MessageView({ message, ticket, origin, members, viewer, canWrite, onForward }: Props) {
  return (
    <MessageCard
      kind={kindOf(message)}
      author={authorOf(message, members)}
      meta={metaOf(message, ticket)}
      time={
        <span className="inline-flex items-center gap-1">
          <Time at={message.sentAt ?? message.createdAt} style="moment" />
          <MessageMenu {...{ message, ticket, viewer, canWrite, onForward }} />
        </span>
      }
      flags={
        <>
          {origin && <Origin of={origin} />}
          <Flags message={message} />
        </>
      }
      attachments={attachmentsOf(message)}
      footer={footerOf({ message, ticket, members, canWrite })}
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

const Origin = ({ of: { number, subject } }: { of: MergedTicket }) => (
  <span title={`From ticket ${number}: ${subject}`}>
    <VisuallyHidden>From ticket </VisuallyHidden>
    <Tag>{String(number)}</Tag>
  </span>
)

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

export function attachmentsOf({ attachments }: Message) {
  const files = attachments.filter(({ inline }) => !inline)
  return files.length > 0 ? <SentFiles files={files} /> : undefined
}

const loadMailDialog = async () => (await import('#web/service/tickets/inbound-mail/mail-dialog.tsx')).MailDialog
const loadSplit = async () => (await import('#web/service/tickets/merging/split-dialog.tsx')).SplitDialog
const loadRedaction = async () => (await import('./redaction-dialog.tsx')).RedactionDialog

function MessageMenu({ message, ticket, viewer, canWrite, onForward }: Omit<Props, 'members'>) {
  const [layer, setLayer] = useState<'mail' | 'split' | 'redaction'>()
  const MailDialog = useLazyModule(loadMailDialog, layer === 'mail')
  const RedactionDialog = useLazyModule(loadRedaction, layer === 'redaction')
  const SplitDialog = useLazyModule(loadSplit, layer === 'split')
  const close = () => setLayer(undefined)
  const params = { id: message.ticketId, messageId: message.id }
  const redact = () => ask<typeof redactMessage>('PUT', '/api/v1/tickets/:id/messages/:messageId/redaction', { params })
  const items: MenuChoice[] = []
  if (onForward && isForwardable(message, ticket))
    items.push({ label: 'Forward…', icon: Forward, onSelect: () => onForward(message) })
  if (message.hasMail) items.push({ label: 'Why is this mail here?', icon: Route, onSelect: () => setLayer('mail') })
  if (canWrite && message.author.type === 'customer' && ticket.status !== 'closed' && !ticket.isTrashed)
    items.push({ label: 'Split into a new ticket…', icon: Split, onSelect: () => setLayer('split') })
  if (canWrite && viewer.isAdmin && message.sentAt && !message.redactedAt)
    items.push({ label: 'Delete permanently…', icon: Eraser, danger: true, onSelect: () => setLayer('redaction') })
  if (items.length === 0) return null
  return (
    <>
      <Menu
        button={
          <IconButton
            icon={Ellipsis}
            size="sm"
            label={`More about the message by ${message.author.name}`}
            className="-mr-2"
          />
        }
        label="Message"
        align="end"
        items={items}
      />
      {MailDialog && <MailDialog open={layer === 'mail'} onClose={close} message={message} ticket={ticket} />}
      {SplitDialog && layer === 'split' && <SplitDialog message={message} onClose={close} />}
      {RedactionDialog && <RedactionDialog open={layer === 'redaction'} onClose={close} redact={redact} />}
    </>
  )
}

const isForwardable = ({ sentAt, redactedAt }: Message, ticket: Ticket) =>
  sentAt !== null && !redactedAt && ticket.status !== 'closed' && !ticket.isTrashed
