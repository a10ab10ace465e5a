import { useSecondsUntil, When } from '#web/service/tickets/conversation/held-message.tsx'
import { authorOf } from '#web/service/tickets/conversation/message-view.tsx'
import { isHeld } from '#web/service/tickets/conversation/timeline.ts'
import type { Message } from '#web/service/tickets/ticket/types.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { ComposerInput } from './use-composer.ts'

type Props = Pick<ComposerInput, 'messages' | 'members' | 'viewer' | 'clockAheadMs'>

/** What colleagues are about to send, so that nobody is answered twice. */
export const ColleagueReplies = ({ messages, viewer, ...shared }: Props) =>
  messages.items
    .filter((message) => isHeld(message) && message.author.id !== viewer.id)
    .map((message) => <ColleagueReply key={message.id} message={message} {...shared} />)

type ReplyProps = Pick<Props, 'members' | 'clockAheadMs'> & { message: Message }

function ColleagueReply({ message, members, clockAheadMs }: ReplyProps) {
  const seconds = useSecondsUntil(message, clockAheadMs)
  return (
    <Banner tone="warning" className="mb-2" title={`${authorOf(message, members).name} has answered.`}>
      <span className="line-clamp-2">
        {/* Read out each second, it would drown everything else. */}
        <span aria-hidden="true" className="tabular-nums">
          <When seconds={seconds} sendAt={message.sendAt} />:
        </span>{' '}
        “{message.bodyText || message.attachments.map(({ name }) => name).join(', ')}”
      </span>
    </Banner>
  )
}
