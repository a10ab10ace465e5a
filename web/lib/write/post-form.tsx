import { type ComponentProps, type SubmitEvent, useRef } from 'react'
import { Form, type SubmitOptions, useActionData, useNavigation, useSubmit } from 'react-router'
import { randomKey } from './ask.ts'
import { markOnce } from './once.ts'
import { useFocusOnFault } from './use-focus-on-fault.ts'

type Props = Omit<ComponentProps<typeof Form>, 'ref' | 'method' | 'noValidate'> & { answer?: unknown }

/** Form for the action of a route. It works before scripts load. Two quick presses send the form only once. */
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

/** Submits the form unless it is being sent. `flushSync` renders this state before a second press. */
export function postOnce(event: SubmitEvent<HTMLFormElement>, isSending: boolean, submit: Submit) {
  event.preventDefault()
  if (isSending) return
  const content = new FormData(event.currentTarget, event.nativeEvent.submitter)
  markOnce(content, randomKey())
  submit(content, { method: 'post', flushSync: true })
}

/** Returns whether a form of this page is being sent. It is true until the answer arrives or the next page is shown. */
export function useIsPosting() {
  const { state, formMethod } = useNavigation()
  const answer = useActionData()
  const earlier = useRef(answer)
  if (state !== 'loading') earlier.current = answer
  return formMethod === 'POST' && answer === earlier.current
}
