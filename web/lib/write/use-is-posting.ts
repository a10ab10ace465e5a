import { useRef } from 'react'
import { useActionData, useNavigation } from 'react-router'

/**
 * Whether what a form of this page sent is under way. Once it was answered it can be sent again, though what stands on
 * the page is still being read anew; where another page follows instead of an answer, it stays under way until then.
 */
export function useIsPosting() {
  const { state, formMethod } = useNavigation()
  const answer = useActionData()
  const earlier = useRef(answer)
  if (state !== 'loading') earlier.current = answer
  return formMethod === 'POST' && answer === earlier.current
}
