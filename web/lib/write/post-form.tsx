import { type ComponentProps, type SubmitEvent, useRef } from 'react'
import { Form, type SubmitOptions, useActionData, useNavigation, useSubmit } from 'react-router'
import { randomKey } from './ask.ts'
import { markOnce } from './once.ts'
import { useFocusOnFault } from './use-focus-on-fault.ts'

type Props = Omit<ComponentProps<typeof Form>, 'ref' | 'method' | 'noValidate'> & {
  /** What the action said to the last try. */
  answer?: unknown
}

/** A form for the route's action, which works before scripts arrive, too. Pressed twice it is sent once. */
export function PostForm({ answer, onSubmit, ...rest }: Props) {
  const form = useFocusOnFault(answer)
  const submit = useSubmit()
  const isSending = useIsPosting()

  function send(event: SubmitEvent<HTMLFormElement>) {
    onSubmit?.(event)
    if (!event.defaultPrevented) postOnce(event, isSending, submit)
  }

  return <Form ref={form} method="post" noValidate {...rest} onSubmit={send} />
}

type Submit = (content: FormData, options: SubmitOptions & { method: 'post' }) => unknown

/** Shows at once that it is under way, so that the second of two presses finds a form that is busy. */
export function postOnce(event: SubmitEvent<HTMLFormElement>, isSending: boolean, submit: Submit) {
  event.preventDefault()
  if (isSending) return
  const content = new FormData(event.currentTarget, event.nativeEvent.submitter)
  markOnce(content, randomKey())
  submit(content, { method: 'post', flushSync: true })
}

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
