import { useRef } from 'react'
import { randomKey } from './ask.ts'
import type { Outcome } from './writer.ts'

const field = 'once'

/** Marks what one press sends, so that the network may repeat it. */
export const markOnce = (content: FormData, key: string) => content.set(field, key)

/** By what an action's call is repeated and not done twice; nothing where a form came before the scripts. */
export const onceOf = (content: FormData) => ({ idempotencyKey: content.get(field)?.toString() || undefined })

/** Whether a script sent it; a browser posts a form by itself where there is none, or none yet. */
export const isByScript = (content: FormData) => content.has(field)

type SentCall<Input> = { input: Input; content: string; idempotencyKey: string }

/**
 * Sends something that may be sent once. When nobody knows whether it arrived, the next try repeats exactly the same request
 * under the same key. `contentOf` says what makes it the same: all of it, unless told otherwise.
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
