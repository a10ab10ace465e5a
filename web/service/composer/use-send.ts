import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import type { writeMessage } from '#contract/messages.ts'
import type { Problem } from '#contract/refusals.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Message } from '#web/service/tickets/types.ts'

export type NewMessage = Omit<z.input<typeof writeMessage.body>, 'seen' | 'sendAt'>
type Timing = { seen: number; sendAt?: string }
type Attempt = { key: string; content: string; body: NewMessage & Timing }

/**
 * Sends a message. When nobody knows whether it arrived, the next try repeats exactly the same request under the same
 * key, so that it is never sent twice.
 */
export function useSend(ticketId: string) {
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<Problem>()
  const [isSending, setSending] = useState(false)
  const unsure = useRef<Attempt>(undefined)

  async function send(message: NewMessage, timing: Timing): Promise<Message | undefined> {
    const content = JSON.stringify(message)
    const isRepetition = unsure.current?.content === content
    const attempt = isRepetition ? unsure.current! : { key: randomKey(), content, body: { ...message, ...timing } }
    setSending(true)
    const { answer, problem } = await ask<typeof writeMessage>('POST', `/api/v1/tickets/${ticketId}/messages`, {
      body: attempt.body,
      headers: { 'Idempotency-Key': attempt.key },
    })
    unsure.current = problem && (problem.status === 0 || problem.status >= 500) ? attempt : undefined
    setProblem(problem)
    if (answer || problem?.code === 'somebody-wrote') await revalidate()
    setSending(false)
    return answer
  }

  return { send, isSending, problem, dismissProblem: () => setProblem(undefined) }
}

/** Not randomUUID, which only secure pages have. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
