import type { startSideConversation } from '#contract/tickets/side-conversations.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { ForwardProps } from '#web/service/tickets/composer/use-forwarding.ts'
import { forwardKey } from '#web/service/tickets/ticket/outside-draft.ts'
import type { Message } from '#web/service/tickets/ticket/types.ts'
import { OutsideComposer } from './outside-composer.tsx'
import { useOutsideDraft } from './use-outside-draft.ts'
import type { Aside } from './use-take-back-aside.ts'

export type ForwardComposerProps = Omit<ForwardProps, 'round'> & {
  ticketId: string
  viewerId: string
  messages: Message[]
  clockAheadMs: number
  onUndo: Aside['offerUndo']
}

export function ForwardComposer({
  ticketId,
  viewerId,
  start,
  messages,
  clockAheadMs,
  onUndo,
  onSent,
  ...shown
}: ForwardComposerProps) {
  const draft = useOutsideDraft(forwardKey(viewerId, ticketId), start)
  return (
    <OutsideComposer
      {...shown}
      draft={draft}
      isNew
      takesFocus
      label="Message to somebody outside"
      placeholder="Write to somebody outside. The customer does not see it"
      findMessage={(id) => messages.find((message) => message.id === id)}
      send={({ messageId, ...message }, idempotencyKey) =>
        ask<typeof startSideConversation>('POST', '/api/v1/tickets/:id/side-conversations', {
          params: { id: ticketId },
          body: { ...message, ...(messageId && { messageId }), sendAt: sendAtOf(clockAheadMs) },
          idempotencyKey,
        })
      }
      onSent={(sent) => {
        onUndo({ conversationId: sent.id, messageId: sent.message.id, isOnly: true })
        onSent()
      }}
    />
  )
}

const holdMs = 10_000

/** The time until which a message can be taken back. */
export const sendAtOf = (clockAheadMs: number) => new Date(Date.now() - clockAheadMs + holdMs).toISOString()
