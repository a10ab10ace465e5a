import { CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { takeBackMessage } from '#contract/messages.ts'
import { ask } from '#web/lib/ask.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { ComposerHandle } from './composer/use-composer.ts'
import { takeAhead } from './loaded-ahead.ts'
import type { Message } from './types.ts'
import { ticketHref } from './use-place.ts'

type Wiring = { ticketId: string; messages: Message[]; viewerId: string; composer: RefObject<ComposerHandle | null> }

export const isHeld = ({ seq }: Pick<Message, 'seq'>) => seq === null

/**
 * Takes a held reply back, and puts its text into the editor again. The server does the same by itself when the
 * customer writes before the reply has gone.
 */
export function useTakeBack({ ticketId, messages, viewerId, composer }: Wiring) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const held = useRef<Message[]>([])
  const wanted = useRef(new Set<string>())

  useEffect(() => {
    const present = new Set(messages.map(({ id }) => id))
    for (const message of held.current) {
      const isBack = !present.has(message.id) && message.author.id === viewerId
      if (isBack) composer.current?.takeIn(message, wanted.current.has(message.id))
    }
    held.current = messages.filter(isHeld)
  }, [messages, viewerId, composer])

  return async (messageId: string) => {
    wanted.current.add(messageId)
    // What is in the editor is saved first, because the server puts the reply in front of it.
    await composer.current?.flush()
    const { problem } = await ask<typeof takeBackMessage>('DELETE', `/api/v1/tickets/${ticketId}/messages/${messageId}`)
    if (problem) showToast({ icon: CircleAlert, text: problem.detail })
    takeAhead(ticketId)
    // From another page, the way back to what one wanted to change.
    if (!composer.current && !problem) return navigate(ticketHref(ticketId))
    await revalidate()
  }
}

export type TakeBack = ReturnType<typeof useTakeBack>
