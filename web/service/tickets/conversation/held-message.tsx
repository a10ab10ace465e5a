import { CalendarClock, Clock } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Time } from '#web/lib/time/time.tsx'
import type { Message } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { UndoKey } from '#web/ui/keys/undo-key.tsx'
import { useUndo } from '#web/ui/keys/use-undo.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { MessageCard } from '#web/ui/message/message-card.tsx'
import { useEndToast } from '#web/ui/notice/toast.tsx'
import type { ConversationProps } from './conversation.tsx'
import { MessageBody } from './message-body.tsx'
import { attachmentsOf, authorOf, kindOf } from './message-view.tsx'

type Props = Pick<ConversationProps, 'members' | 'clockAheadMs' | 'canWrite' | 'viewer' | 'onTakeBack'> & {
  message: Message
}

const soonSeconds = 60

export function HeldMessage({ message, members, viewer, clockAheadMs, canWrite, onTakeBack }: Props) {
  const seconds = useSecondsUntil(message, clockAheadMs)
  const isSoon = seconds < soonSeconds
  return (
    <MessageCard
      kind={kindOf(message)}
      author={authorOf(message, members)}
      time={isSoon ? 'Not sent yet' : 'Scheduled'}
      attachments={attachmentsOf(message)}
      footer={
        <div className="flex flex-wrap items-center gap-2">
          <Icon of={isSoon ? Clock : CalendarClock} size={14} />
          <span className="tabular-nums">
            <When seconds={seconds} sendAt={message.sendAt} />
          </span>
          {canWrite && seconds > 0 && (
            <TakeBackButton
              isOwn={message.author.id === viewer.id}
              isSoon={isSoon}
              messageId={message.id}
              onTakeBack={() => onTakeBack(message.id)}
            />
          )}
        </div>
      }
    >
      <MessageBody message={message} />
    </MessageCard>
  )
}

export function When({ seconds, sendAt }: { seconds: number; sendAt: string | null }) {
  if (seconds <= 0 || !sendAt) return 'Sending'
  if (seconds < soonSeconds) return `Sends in ${seconds} s`
  return (
    <>
      Sends <Time at={sendAt} style="full" />
    </>
  )
}

type ButtonProps = { messageId: string; isOwn: boolean; isSoon: boolean; onTakeBack: () => Promise<unknown> }

function TakeBackButton({ messageId, isOwn, isSoon, onTakeBack }: ButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const isUndo = isOwn && isSoon
  const takeBack = () => {
    setBusy(true)
    onTakeBack().finally(() => setBusy(false))
  }
  const keys = useUndo(takeBack, {
    label: 'Unsend the reply',
    group: 'This ticket',
    enabled: isUndo && !isBusy,
  })
  const endToast = useEndToast()
  useEffect(() => {
    if (isUndo) endToast(messageId)
  }, [isUndo, messageId, endToast])
  return (
    <Button className="ml-auto" busy={isBusy} onClick={takeBack}>
      {isUndo ? 'Undo' : 'Unsend'}
      {isUndo && <UndoKey keys={keys} />}
    </Button>
  )
}

/**
 * Returns the seconds until a held reply is sent. The server renders the full hold time, and the countdown starts after
 * hydration.
 */
export function useSecondsUntil({ sendAt, createdAt }: Pick<Message, 'sendAt' | 'createdAt'>, clockAheadMs: number) {
  const secondsFrom = (now: number) => (sendAt ? Math.max(0, Math.ceil((Date.parse(sendAt) - now) / 1000)) : 0)
  return useSyncExternalStore(
    everyHalfSecond,
    () => secondsFrom(Date.now() - clockAheadMs),
    () => secondsFrom(Date.parse(createdAt)),
  )
}

function everyHalfSecond(tick: () => void) {
  const timer = setInterval(tick, 500)
  return () => clearInterval(timer)
}
