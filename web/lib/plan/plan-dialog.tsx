import { type FormEvent, useState } from 'react'
import { fromZoned, toZoned } from '#web/lib/time/zoned.ts'
import { useSite } from '#web/lib/use-site.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

/** When a text is published and taken away by itself. */
export type Planned = { publishAt: string | null; unpublishAt: string | null }
/** At least one of them. Without a word on its end the one that is planned stays; null takes that away. */
export type Plan = { at: string; until?: string | null | undefined } | { at: undefined; until: string }

type Times = { publish: string; unpublish: string }
type Props = {
  title: string
  planned: (Planned & { isLive: boolean }) | undefined
  onPlan: (plan: Plan) => void
  onClose: () => void
}

/** When a text is published, and when it is taken away, by the clocks of the workspace. */
export function PlanDialog({ title, planned, onPlan, onClose }: Props) {
  const { workspaceTimeZone: timeZone } = useSite()
  const [first] = useState<Times>({
    publish: planned?.publishAt ? toZoned(planned.publishAt, timeZone) : '',
    unpublish: planned?.unpublishAt ? toZoned(planned.unpublishAt, timeZone) : '',
  })
  const [times, setTimes] = useState(first)
  const [tries, setTries] = useState(0)
  // The end of what readers have may come before the next publication.
  const keepsEnd = Boolean(planned?.isLive && first.unpublish !== '' && times.unpublish === first.unpublish)
  const findAll = () => findFaults(times, timeZone, keepsEnd)
  const faults = tries > 0 ? findAll() : {}
  const form = useFocusOnFault(null, tries)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    if (Object.keys(findAll()).length > 0) return
    const [at, until] = [times.publish, times.unpublish].map((time) => fromZoned(time, timeZone) ?? null)
    onClose()
    if (at) onPlan(keepsEnd ? { at } : { at, until })
    else onPlan({ at: undefined, until: until! })
  }

  const timeField = (name: keyof Times, label: string, help: string) => (
    <Field label={label} help={help} error={faults[name]}>
      <Input
        type="datetime-local"
        value={times[name]}
        suffix={<span className="text-meta">{timeZone}</span>}
        onChange={({ target }) => setTimes({ ...times, [name]: target.value })}
      />
    </Field>
  )

  return (
    <Dialog open onClose={onClose} title={title}>
      <form ref={form} onSubmit={submit} noValidate>
        <DialogBody>
          {timeField('publish', 'Publish at', 'The draft as it is then. Empty: readers keep what they have')}
          {timeField('unpublish', 'Take away at', 'Empty: it stays')}
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button size="md" variant="primary" type="submit">
            Plan
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

function findFaults({ publish, unpublish }: Times, timeZone: string, keepsEnd: boolean): Partial<Times> {
  const [at, until] = [publish, unpublish].map((time) => Date.parse(fromZoned(time, timeZone) ?? ''))
  if (Number.isNaN(at) && Number.isNaN(until)) return { publish: 'Enter a day and a time' }
  if (at! <= Date.now()) return { publish: 'Choose a time in the future' }
  if (until! <= Date.now()) return { unpublish: 'Choose a time in the future' }
  return until! <= at! && !keepsEnd ? { unpublish: 'Choose a time after its publication' } : {}
}
