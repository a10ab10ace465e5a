import { useRef } from 'react'
import { randomKey } from './ask.ts'
import type { Outcome } from './writer.ts'

const field = 'once'

export const markOnce = (content: FormData, key: string) => content.set(field, key)

export const onceOf = (content: FormData) => ({ idempotencyKey: content.get(field)?.toString() || undefined })

export const isByScript = (content: FormData) => content.has(field)

type SentCall<Input> = { input: Input; content: string; idempotencyKey: string }

/**
 * Returns a function that sends an input. If the answer was lost and the same content is sent again, it repeats the
 * first request with the same key.
 */
export function useOnce<Input, Answer>(
  send: (input: Input, idempotencyKey: string) => Promise<Outcome<Answer>>,
  contentOf: (input: Input) => unknown = (input) => input,
) {
  const unsure = useRef<SentCall<Input>>(undefined)
  return async (input: Input): Promise<Outcome<Answer>> => {
    const content = JSON.stringify(contentOf(input))
    const sent = unsure.current?.content === content ? unsure.current : { input, content, idempotencyKey: randomKey() }
    const outcome = await send(sent.input, sent.idempotencyKey)
    const { problem } = outcome
    unsure.current = problem && (problem.status === 0 || problem.status >= 500) ? sent : undefined
    return outcome
  }
}
