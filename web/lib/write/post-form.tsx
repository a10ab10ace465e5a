import type { ComponentProps, SubmitEvent } from 'react'
import { Form, type SubmitOptions, useSubmit } from 'react-router'
import { randomKey } from './ask.ts'
import { markOnce } from './once.ts'
import { useFocusOnFault } from './use-focus-on-fault.ts'
import { useIsPosting } from './use-is-posting.ts'

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
