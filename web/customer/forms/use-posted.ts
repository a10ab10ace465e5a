import { useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import type { TypedFields } from './posted-form.ts'

type Answer = { intent?: string; problem: string | null; typed?: TypedFields }

/**
 * A form of the page that stays: what is on its way, and what its route answered, also to a browser that posted it by itself.
 * What was refused can be sent again at once, though the page is still being read anew. `intents` are those of the form's own
 * buttons, where the page has several.
 */
export function usePosted(intents?: readonly string[]) {
  const fetcher = useFetcher<Answer>()
  const posted = useActionData<Answer>()
  const isOwn = !intents || intents.includes(posted?.intent ?? '')
  const earlier = useRef(fetcher.data)
  if (fetcher.state !== 'loading') earlier.current = fetcher.data
  const isRefused = fetcher.data !== earlier.current && fetcher.data?.problem !== null
  const isOver = fetcher.state === 'idle' || isRefused
  const sending = isOver ? null : String(fetcher.formData?.get('intent') ?? '')
  return { fetcher, sending, answer: fetcher.data ?? (isOwn ? posted : undefined) }
}
