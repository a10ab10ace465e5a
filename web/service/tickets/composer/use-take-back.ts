import { type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { takeBackMessage } from '#contract/tickets/messages.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { isHeld } from '#web/service/tickets/conversation/timeline.ts'
import { popPreloaded } from '#web/service/tickets/ticket/loaded-ahead.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Message } from '#web/service/tickets/ticket/types.ts'
import { useEndToast } from '#web/ui/notice/toast.tsx'
import type { ComposerHandle } from './use-composer.ts'

type TakeBackInput = {
  ticketId: string
  messages: Message[]
  viewerId: string
  composer: RefObject<ComposerHandle | null>
}

/**
 * Returns a function that takes a held reply back and puts its text into the editor. The server also takes it back if
 * the customer writes first.
 */
export function useTakeBack({ ticketId, messages, viewerId, composer }: TakeBackInput) {
  const navigate = useNavigate()
  const endToast = useEndToast()
  const held = useRef<Message[]>([])
  const wanted = useRef(new Set<string>())

  useEffect(() => {
    const present = new Set(messages.map(({ id }) => id))
    for (const message of held.current)
      if (!present.has(message.id) && message.author.id === viewerId)
        void composer.current?.takeIn(wanted.current.has(message.id))
    held.current = messages.filter(isHeld)
  }, [messages, viewerId, composer])

  async function send(messageId: string) {
    wanted.current.add(messageId)
    endToast(messageId)
    // Saves the draft first, because the server puts the reply before the saved draft.
    await composer.current?.flush()
    const params = { id: ticketId, messageId }
    const taken = await ask<typeof takeBackMessage>('DELETE', '/api/v1/tickets/:id/messages/:messageId', { params })
    popPreloaded(ticketId)
    return taken
  }

  return useWrite(send, {
    inTurn: true,
    tellsProblem: true,
    onDone: () => {
      if (!composer.current) navigate(ticketHref(ticketId))
    },
  }).write
}

export type TakeBack = ReturnType<typeof useTakeBack>
