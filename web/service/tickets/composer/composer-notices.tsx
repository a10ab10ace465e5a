import { useEffect } from 'react'
import { comparedAddress } from '#contract/email-address.ts'
import { useSecondsUntil, When } from '#web/service/tickets/conversation/held-message.tsx'
import { authorOf } from '#web/service/tickets/conversation/message-view.tsx'
import { isHeld } from '#web/service/tickets/conversation/timeline.ts'
import type { Message, Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { SuppressionNotice, useSuppressions } from './suppression-notice.tsx'
import type { ComposerInput, ComposerState } from './use-composer.ts'

type Props = Pick<ComposerInput, 'ticket' | 'messages' | 'members' | 'viewer' | 'clockAheadMs' | 'seen'> & {
  composer: ComposerState
}

export function ComposerNotices({ composer, ticket, messages, members, viewer, clockAheadMs, seen }: Props) {
  const { problem, dismissProblem, isReturned, dismissReturned, isJoined, dismissJoined } = composer
  const isNews = problem?.code === 'somebody-wrote'
  const { hasNew, showNew } = seen
  // Scrolls to the new message, so that the author reads it. It then counts as read, and the next try succeeds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: showNew changes at every render
  useEffect(() => {
    if (isNews) showNew()
  }, [isNews, hasNew])

  return (
    <>
      {messages.items
        .filter((message) => isHeld(message) && message.author.id !== viewer.id)
        .map((message) => (
          <ColleagueReply key={message.id} message={message} members={members} clockAheadMs={clockAheadMs} />
        ))}
      {!composer.isNote && <SuppressedRecipients ticket={ticket} composer={composer} />}
      {isReturned && (
        <Banner tone="info" className="mb-2" title="Your reply was not sent." onDismiss={dismissReturned}>
          The customer wrote before your reply was sent. Read the new message. Your reply is in the editor again.
        </Banner>
      )}
      {isJoined && (
        <Banner tone="info" className="mb-2" title="You also wrote in another window." onDismiss={dismissJoined}>
          Both texts are in the editor. Delete what you do not need before you send.
        </Banner>
      )}
      {isNews && <NewMessages {...{ composer, messages, members, viewer }} />}
      {problem && !isNews && (
        <Banner tone="danger" className="mb-2" title="The message was not sent." onDismiss={dismissProblem}>
          {problem.fields ? Object.values(problem.fields).join('. ') : problem.detail}
        </Banner>
      )}
    </>
  )
}

const mostShown = 3

/** Shows what was written since the draft began, above the draft. */
function NewMessages({
  composer,
  messages,
  members,
  viewer,
}: Pick<Props, 'composer' | 'messages' | 'members' | 'viewer'>) {
  const { lastTry, submit, keepEditing, isSending } = composer
  const { status, options, seenSeq } = lastTry.current!
  const others = messages.items.filter(({ seq, author }) => seq > seenSeq && author.id !== viewer.id)
  const sent = others.filter((message) => !isHeld(message)).slice(-mostShown)
  return (
    <Banner tone="info" className="mb-2" title="Somebody else wrote at the same time.">
      Read the new message, then send again.
      {sent.map((message) => (
        <div key={message.id} className="mt-2 rounded-sm bg-surface px-2.5 py-1.5">
          <b className="font-[550]">{authorOf(message, members).name}</b>
          <p className="line-clamp-4 wrap-anywhere whitespace-pre-line">
            {message.bodyText || message.attachments.map(({ name }) => name).join(', ')}
          </p>
        </div>
      ))}
      <span className="mt-2 flex flex-wrap gap-2">
        {others.length > 0 && (
          <Button busy={isSending} onClick={() => submit(status, options)}>
            Send anyway
          </Button>
        )}
        <Button onClick={keepEditing}>Keep editing</Button>
      </span>
    </Banner>
  )
}

type ReplyProps = Pick<ComposerInput, 'members' | 'clockAheadMs'> & { message: Message }

function ColleagueReply({ message, members, clockAheadMs }: ReplyProps) {
  const seconds = useSecondsUntil(message, clockAheadMs)
  return (
    <Banner tone="warning" className="mb-2" title={`${authorOf(message, members).name} has written a reply.`}>
      <span className="line-clamp-2">
        {/* The countdown is hidden from screen readers, which would read it every second. */}
        <span aria-hidden="true" className="tabular-nums">
          <When seconds={seconds} sendAt={message.sendAt} />:
        </span>{' '}
        “{message.bodyText || message.attachments.map(({ name }) => name).join(', ')}”
      </span>
    </Banner>
  )
}

function SuppressedRecipients({ ticket, composer }: { ticket: Ticket; composer: ComposerState }) {
  const { isForced, setForced } = composer
  const known = [ticket.requester, ...ticket.cc]
  const wanted = composer.cc?.map(comparedAddress)
  const copied = ticket.cc.filter(({ email }) => wanted?.includes(email) ?? true)
  const added = useSuppressions(wanted?.filter((address) => !known.some(({ email }) => email === address)) ?? [])
  const people = [ticket.requester, ...copied].flatMap(({ email, suppression }) =>
    suppression ? { email, suppression } : [],
  )
  return <SuppressionNotice people={[...people, ...added]} isForced={isForced} onForced={setForced} className="mb-2" />
}
