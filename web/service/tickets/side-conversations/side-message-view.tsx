import { Check, CircleAlert, Clock, Ellipsis, Eraser, Forward } from 'lucide-react'
import { useState } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { redactSideMessage } from '#contract/tickets/side-conversations.ts'
import { SentFiles } from '#web/lib/conversation/sent-files.tsx'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useSecondsUntil, When } from '#web/service/tickets/conversation/held-message.tsx'
import { QuotedText, RedactedText } from '#web/service/tickets/conversation/message-body.tsx'
import type { SideMessage } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { MessageCard } from '#web/ui/message/message-card.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import type { SideProps } from './side-conversation.tsx'

type Props = Pick<SideProps, 'members' | 'viewer' | 'canWrite' | 'aside' | 'clockAheadMs' | 'conversation'> & {
  message: SideMessage
  isOnly: boolean
}

export function SideMessageView({ message, members, viewer, ...rest }: Props) {
  const member = members.find(({ id }) => id === message.author.id)
  const author = member
    ? { name: fullName(member), avatarUrl: member.avatarUrl }
    : { name: message.author.name || shownAddress(message.author.email) }
  const { bodyHtml, quotedText, forwarded, redactedAt } = message
  const canRedact = rest.canWrite && viewer.isAdmin && message.sendAt === null && !redactedAt
  const files = message.attachments.filter(({ inline }) => !inline)
  return (
    <MessageCard
      kind={message.author.type === 'agent' ? 'agent' : 'outside'}
      author={author}
      meta={message.author.type === 'outsider' && shownAddress(message.author.email)}
      time={
        <span className="inline-flex items-center gap-1">
          <Time at={message.createdAt} style="moment" />
          {canRedact && <MessageMenu message={message} conversation={rest.conversation} author={author.name} />}
        </span>
      }
      flags={<Flags message={message} />}
      attachments={files.length > 0 ? <SentFiles files={files} /> : undefined}
      footer={message.author.type === 'agent' && <Footer message={message} {...rest} />}
    >
      {redactedAt ? (
        <RedactedText at={redactedAt} />
      ) : bodyHtml ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has passed it through its allow-list
        <div className="written-mail" dangerouslySetInnerHTML={{ __html: bodyHtml }} />
      ) : (
        !forwarded && <p className="text-ink-3 italic">No text</p>
      )}
      {forwarded && <Forwarded {...forwarded} />}
      {quotedText && <QuotedText text={quotedText} />}
    </MessageCard>
  )
}

const loadRedaction = async () =>
  (await import('#web/service/tickets/conversation/redaction-dialog.tsx')).RedactionDialog

function MessageMenu({ message, conversation, author }: Pick<Props, 'message' | 'conversation'> & { author: string }) {
  const [isRedacting, setRedacting] = useState(false)
  const RedactionDialog = useLazyModule(loadRedaction, isRedacting)
  const params = { id: conversation.id, messageId: message.id }
  const redact = () =>
    ask<typeof redactSideMessage>('PUT', '/api/v1/side-conversations/:id/messages/:messageId/redaction', { params })
  return (
    <>
      <Menu
        button={
          <IconButton icon={Ellipsis} size="sm" label={`More about the message by ${author}`} className="-mr-2" />
        }
        label="Message"
        align="end"
        items={[{ label: 'Delete permanently…', icon: Eraser, danger: true, onSelect: () => setRedacting(true) }]}
      />
      {RedactionDialog && <RedactionDialog open={isRedacting} onClose={() => setRedacting(false)} redact={redact} />}
    </>
  )
}

const Forwarded = ({ author, sentAt, text, attachments }: NonNullable<SideMessage['forwarded']>) => (
  <details className="mt-2 text-meta text-ink-2">
    <summary className="inline-flex list-none items-center gap-1.5 rounded-xs bg-press px-2 py-0.5 hover:text-ink">
      <Icon of={Forward} size={12} />
      Forwarded message by {shownAddress(author)}, <Time at={sentAt} style="moment" />
    </summary>
    <blockquote className="mt-2 max-h-80 overflow-auto whitespace-pre-wrap">{text}</blockquote>
    {attachments.length > 0 && <SentFiles files={attachments} />}
  </details>
)

const Flags = ({ message: { automatic, flags, deliveries, sendAt } }: { message: SideMessage }) => (
  <>
    {automatic && <Pill tone="grey">Automatic</Pill>}
    {flags.includes('stranger') && <Pill tone="amber">Nobody wrote to this sender</Pill>}
    {flags.includes('used-id') && <Pill tone="amber">Message-ID used before</Pill>}
    {flags.includes('unverified') && <Pill tone="amber">Sender not verified</Pill>}
    {deliveries.length > 0 && sendAt === null && <Progress deliveries={deliveries} />}
  </>
)

function Progress({ deliveries }: Pick<SideMessage, 'deliveries'>) {
  const isSent = deliveries.every(({ state }) => state === 'sent')
  if (!isSent && !deliveries.some(({ state }) => state === 'queued')) return null
  return (
    <span className="inline-flex items-center gap-1 text-meta text-ink-3">
      <Icon of={isSent ? Check : Clock} size={12} />
      {isSent ? 'Sent' : 'On its way'}
    </span>
  )
}

function Footer({ message, ...rest }: Omit<Props, 'members' | 'viewer'>) {
  const troubled = message.deliveries.filter(({ state }) => state !== 'sent' && state !== 'queued')
  return (
    <div className="grid gap-1">
      <p className="break-words">To {message.to.map(shownAddress).join(', ')}</p>
      {message.sendAt && <Waiting message={message} {...rest} />}
      {troubled.map(({ address, state, reason, nextTryAt }) => (
        <p key={address} className={state === 'retrying' ? 'text-amber-ink' : 'text-red-ink'}>
          <Icon of={CircleAlert} size={14} className="mr-1 inline-block" />
          {state === 'retrying' ? 'Not delivered yet' : 'Not delivered'} to {shownAddress(address)}
          {reason && `: ${describeDelivery(reason)}`}{' '}
          {nextTryAt && (
            <>
              Next try <Time at={nextTryAt} style="moment" />.
            </>
          )}
        </p>
      ))}
    </div>
  )
}

function Waiting({ message, conversation, aside, isOnly, canWrite, clockAheadMs }: Omit<Props, 'members' | 'viewer'>) {
  const seconds = useSecondsUntil(message, clockAheadMs)
  const [isBusy, setBusy] = useState(false)
  return (
    <p className="flex items-center gap-2">
      <Icon of={Clock} size={14} />
      <span className="tabular-nums">
        <When seconds={seconds} sendAt={message.sendAt} />
      </span>
      {canWrite && seconds > 0 && (
        <Button
          className="ml-auto"
          busy={isBusy}
          onClick={() => {
            setBusy(true)
            void aside
              .takeBack({ conversationId: conversation.id, messageId: message.id, isOnly })
              .finally(() => setBusy(false))
          }}
        >
          Undo
        </Button>
      )}
    </p>
  )
}
