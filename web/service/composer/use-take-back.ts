import { type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { showDraft, takeBackMessage } from '#contract/messages.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { takeAhead } from '#web/service/tickets/loaded-ahead.ts'
import { ticketHref } from '#web/service/tickets/ticket-href.ts'
import type { Message } from '#web/service/tickets/types.ts'
import type { ComposerHandle } from './use-composer.ts'

type Wiring = { ticketId: string; messages: Message[]; viewerId: string; composer: RefObject<ComposerHandle | null> }

export const isHeld = ({ seq }: Pick<Message, 'seq'>) => seq === null

/**
 * Takes a held reply back, and puts its text into the editor again. The server does the same by itself when the
 * customer writes before the reply has gone.
 */
export function useTakeBack({ ticketId, messages, viewerId, composer }: Wiring) {
  const navigate = useNavigate()
  const held = useRef<Message[]>([])
  const wanted = useRef(new Set<string>())

  useEffect(() => {
    const present = new Set(messages.map(({ id }) => id))
    async function takeIn(message: Message) {
      // Of a clipped one the text is not here; the server has put it into the draft.
      const kept = message.clipped ? await readDraft(message.ticketId) : undefined
      composer.current?.takeIn(message, wanted.current.has(message.id), kept)
    }
    for (const message of held.current) if (!present.has(message.id) && message.author.id === viewerId) takeIn(message)
    held.current = messages.filter(isHeld)
  }, [messages, viewerId, composer])

  async function send(messageId: string) {
    wanted.current.add(messageId)
    // What is in the editor is saved first, because the server puts the reply in front of it.
    await composer.current?.flush()
    const params = { id: ticketId, messageId }
    const taken = await ask<typeof takeBackMessage>('DELETE', '/api/v1/tickets/:id/messages/:messageId', { params })
    takeAhead(ticketId)
    return taken
  }

  return useWrite(send, {
    inTurn: true,
    tellsProblem: true,
    onDone: () => {
      // From another page, the way back to what one wanted to change.
      if (!composer.current) navigate(ticketHref(ticketId))
    },
  }).write
}

async function readDraft(id: string) {
  const { answer } = await ask<typeof showDraft>('GET', '/api/v1/tickets/:id/draft', { params: { id } })
  return answer?.draft?.html
}

export type TakeBack = ReturnType<typeof useTakeBack>
