import { type SubmitEvent, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { postOnce } from '#web/lib/write/post-form.tsx'
import type { TypedFields } from './posted-form.ts'

type Answer = { intent?: string; problem: string | null; typed?: TypedFields }

/**
 * Returns the state and the answer of a form that stays on the page, with or without scripts. While the page reloads
 * after an answer, a refused form can be sent again, and another button of the form can be pressed. `intents`: the
 * buttons of this form, if the page has several forms.
 */
export function usePosted<A extends Answer = Answer>(intents?: readonly string[]) {
  const fetcher = useFetcher<A>()
  const posted = useActionData<A>()
  const isOwn = !intents || intents.includes(posted?.intent ?? '')
  const earlier = useRef(fetcher.data)
  if (fetcher.state !== 'loading') earlier.current = fetcher.data
  const isAnswered = fetcher.data !== earlier.current
  const isOver = fetcher.state === 'idle' || (isAnswered && fetcher.data?.problem !== null)
  const sending = isOver ? null : String(fetcher.formData?.get('intent') ?? '')
  return {
    fetcher,
    sending,
    answer: fetcher.data ?? (isOwn ? posted : undefined),
    form: {
      method: 'post' as const,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        const intent = event.nativeEvent.submitter?.getAttribute('value')
        postOnce(event, sending !== null && !(isAnswered && intent !== sending), fetcher.submit)
      },
    },
  }
}
