import { useState } from 'react'
import type { Problem } from '#contract/refusals.ts'
import type { showMessage } from '#contract/tickets/messages.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Message } from './conversation-pages.ts'

type Reading = { whole?: Message | undefined; isReading: boolean; problem?: Problem | undefined }

export function useWhole(message: Message) {
  const [{ whole, ...state }, setReading] = useState<Reading>({ isReading: false })

  async function read() {
    setReading({ isReading: true })
    const params = { id: message.ticketId, messageId: message.id }
    const { answer, problem } = await ask<typeof showMessage>('GET', '/api/v1/tickets/:id/messages/:messageId', {
      params,
    })
    setReading({ isReading: false, whole: answer, problem })
  }

  return { shown: (message.clipped && whole) || message, isClipped: message.clipped && !whole, ...state, read }
}

export const ClippedNotice = ({ isReading, problem, read, href }: ReturnType<typeof useWhole> & { href?: string }) => (
  <div className="mt-2">
    <p className="text-ink-3 italic">This message is long. Only its beginning is shown.</p>
    <Button className={classNames('mt-2', href && 'noscript:hidden')} busy={isReading} onClick={read}>
      Show the whole message
    </Button>
    {href && (
      <noscript>
        <TextLink href={href}>Show the whole message</TextLink>
      </noscript>
    )}
    <p role="alert" className="mt-1 text-meta text-red-ink empty:hidden">
      {problem?.detail}
    </p>
  </div>
)
