import type { z } from 'zod'
import type { writeMessage } from '#contract/tickets/messages.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

export type NewMessage = Omit<z.input<typeof writeMessage.body>, 'seen' | 'sendAt'>
type SendTiming = { seen: number; sendAt?: string }
type SendInput = { message: NewMessage; timing: SendTiming }

/** Sends a message, once however often it is tried. */
export function useSend(ticketId: string, onProblem: () => void) {
  const sendOnce = useOnce(
    ({ message, timing }: SendInput, idempotencyKey) =>
      ask<typeof writeMessage>('POST', '/api/v1/tickets/:id/messages', {
        params: { id: ticketId },
        body: { ...message, ...timing },
        idempotencyKey,
      }),
    ({ message }) => message,
  )
  const { write, isPending, problem, dismissProblem } = useWrite(sendOnce, { onProblem })
  return {
    send: (message: NewMessage, timing: SendTiming) => write({ message, timing }),
    isSending: isPending,
    problem,
    dismissProblem,
  }
}
