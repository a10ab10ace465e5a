import { useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { SearchInput } from '#web/ui/form/search-input.tsx'

const pauseMs = 150

/** Filters members while typing. The query is in the URL. */
export function MemberSearch({
  words,
  status,
  className,
}: {
  words: string
  status: string | null
  className?: string
}) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function searchSoon(form: HTMLFormElement | null) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => submit(form, { replace: true }), pauseMs)
  }

  return (
    <Form role="search" noValidate className={className}>
      {status && <input type="hidden" name="status" value={status} />}
      <SearchInput
        name="q"
        label="Search name or e-mail"
        defaultValue={words}
        onChange={(event) => searchSoon(event.target.form)}
      />
    </Form>
  )
}
