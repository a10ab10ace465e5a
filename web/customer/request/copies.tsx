import { useLayoutEffect } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { usePosted } from '#web/customer/forms/use-posted.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Request } from './ticket-details.tsx'

type Copy = Request['cc'][number]

export const Copies = ({ cc, canChange }: { cc: Copy[]; canChange: boolean }) => (
  <section aria-labelledby="copies" className="mt-4 border-t border-line pt-4">
    <h2 id="copies" className="font-semibold">
      CC
    </h2>
    {cc.length > 0 ? (
      <ul className="mt-2 grid gap-1">
        {cc.map((copy) => (
          <li key={copy.id} className="flex min-h-7 items-center gap-2">
            <span className="min-w-0 flex-1 wrap-anywhere">{copy.name || shownAddress(copy.email)}</span>
            {canChange && <RemoveButton {...copy} />}
          </li>
        ))}
      </ul>
    ) : (
      <p className="mt-1 text-ink-3">{canChange ? 'Nobody yet' : 'Nobody'}</p>
    )}
    {canChange && <AddForm />}
  </section>
)

function RemoveButton({ id, name, email }: Copy) {
  const { fetcher, sending, form: posting } = usePosted(['remove-copy'])
  return (
    <fetcher.Form {...posting} noValidate className="shrink-0">
      <input type="hidden" name="copy" value={id} />
      <Button type="submit" name="intent" value="remove-copy" variant="ghost" busy={sending !== null}>
        Remove<VisuallyHidden> {name || shownAddress(email)}</VisuallyHidden>
      </Button>
    </fetcher.Form>
  )
}

function AddForm() {
  const { fetcher, sending, answer, form: posting } = usePosted(['add-copy'])
  const fault = useFault(answer, answer?.problem)
  const form = useFocusOnFault(answer)
  useLayoutEffect(() => {
    if (fetcher.data?.problem === null) form.current?.reset()
  }, [fetcher.data, form])

  return (
    <fetcher.Form ref={form} {...posting} noValidate className="mt-3 grid gap-2">
      <Field
        label="Add somebody by e-mail"
        help="They get our replies from now on, but no earlier messages."
        {...fault}
      >
        <Input
          name="address"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={answer?.typed?.address}
        />
      </Field>
      <Button type="submit" name="intent" value="add-copy" className="justify-self-start" busy={sending !== null}>
        Add to CC
      </Button>
    </fetcher.Form>
  )
}
