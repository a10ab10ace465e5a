import { useRef } from 'react'
import type { z } from 'zod'
import type { writeMessage } from '#contract/messages.ts'
import { ask, randomKey } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

export type NewMessage = Omit<z.input<typeof writeMessage.body>, 'seen' | 'sendAt'>
type Timing = { seen: number; sendAt?: string }
type Sent = { key: string; content: string; body: NewMessage & Timing }

/**
 * Sends a message. When nobody knows whether it arrived, the next try repeats exactly the same request under the same
 * key, so that it is never sent twice.
 */
export function useSend(ticketId: string) {
  const unsure = useRef<Sent>(undefined)
  const { write, isPending, problem, dismissProblem } = useWrite(async ({ key, body, ...rest }: Sent) => {
    const sent = await ask<typeof writeMessage>('POST', '/api/v1/tickets/:id/messages', {
      params: { id: ticketId },
      body,
      idempotencyKey: key,
    })
    const { problem } = sent
    unsure.current = problem && (problem.status === 0 || problem.status >= 500) ? { key, body, ...rest } : undefined
    return sent
  })

  function send(message: NewMessage, timing: Timing) {
    const content = JSON.stringify(message)
    const isRepetition = unsure.current?.content === content
    return write(isRepetition ? unsure.current! : { key: randomKey(), content, body: { ...message, ...timing } })
  }

  return { send, isSending: isPending, problem, dismissProblem }
}
