import { type FormEvent, useState } from 'react'
import { momentsOf, toZoned } from '#web/lib/time/zoned.ts'
import { useSite } from '#web/lib/use-site.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'

/** When a text is published and taken away by itself. */
export type Planned = { publishAt: string | null; unpublishAt: string | null }
/** At least one of them. Without a word on its end the one that is planned stays; null takes that away. */
type Plan = { at: string; until?: string | null | undefined } | { at: undefined; until: string }

/** What the clocks show, and which of the two moments that is where they show it twice. */
type Time = { shown: string; isLater: boolean }
type Times = { publish: Time; unpublish: Time }
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
    publish: timeOf(planned?.publishAt, timeZone),
    unpublish: timeOf(planned?.unpublishAt, timeZone),
  })
  const [times, setTimes] = useState(first)
  const [tries, setTries] = useState(0)
  const [halves, setHalves] = useState<Faults>({})
  // The end of what readers have may come before the next publication.
  const kept = momentOf(first.unpublish, timeZone)
  const keepsEnd = Boolean(planned?.isLive && kept && momentOf(times.unpublish, timeZone) === kept)
  const findAll = () => findFaults(times, timeZone, keepsEnd)
  const faults = tries > 0 ? { ...findAll(), ...halves } : {}
  const form = useFocusOnFault(null, tries)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTries(tries + 1)
    const halves = findHalves(event.currentTarget)
    setHalves(halves)
    if (Object.keys({ ...findAll(), ...halves }).length > 0) return
    const [at, until] = [times.publish, times.unpublish].map((time) => momentOf(time, timeZone) ?? null)
    onClose()
    if (at) onPlan(keepsEnd ? { at } : { at, until })
    else onPlan({ at: undefined, until: until! })
  }

  const timeField = (name: keyof Times, label: string, help: string) => (
    <div>
      <Field label={label} help={help} error={faults[name]}>
        <Input
          type="datetime-local"
          name={name}
          value={times[name].shown}
          suffix={<span className="text-meta">{timeZone}</span>}
          onChange={({ target }) => {
            setTimes({ ...times, [name]: { shown: target.value, isLater: false } })
            setHalves({})
          }}
        />
      </Field>
      <ChangeOfClocks
        time={times[name]}
        timeZone={timeZone}
        label={`Which of the two: ${label}`}
        onChoose={(isLater) => setTimes({ ...times, [name]: { ...times[name], isLater } })}
      />
    </div>
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

type Change = { time: Time; timeZone: string; label: string; onChoose: (isLater: boolean) => void }

/** On two days of a year a time is not there, or twice. */
function ChangeOfClocks({ time: { shown, isLater }, timeZone, label, onChoose }: Change) {
  const { moments, isSkipped } = momentsOf(shown, timeZone)
  return (
    <div aria-live="polite" className="mt-1.5 grid justify-items-start gap-1 text-meta text-ink-2 empty:mt-0">
      {isSkipped && (
        <p>The clocks are put forward over this time. It is planned for {toZoned(moments[0]!, timeZone).slice(11)}.</p>
      )}
      {moments.length === 2 && (
        <>
          <p>The clocks are put back over this time, so it comes twice.</p>
          <Segments
            label={label}
            options={[
              { value: 'earlier', label: 'Earlier' },
              { value: 'later', label: 'Later' },
            ]}
            value={isLater ? 'later' : 'earlier'}
            onChange={(which) => onChoose(which === 'later')}
          />
        </>
      )}
    </div>
  )
}

function timeOf(planned: string | null | undefined, timeZone: string): Time {
  const shown = planned ? toZoned(planned, timeZone) : ''
  const [, later] = momentsOf(shown, timeZone).moments
  return { shown, isLater: later !== undefined && Date.parse(later) === Date.parse(planned!) }
}

const momentOf = ({ shown, isLater }: Time, timeZone: string): string | undefined =>
  momentsOf(shown, timeZone).moments.at(isLater ? -1 : 0)

type Faults = Partial<Record<keyof Times, string>>

/** A day without its time is nothing to the browser, and would be planned as if the field were empty. */
function findHalves(form: HTMLFormElement): Faults {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[name]')]
  const half = inputs.filter(({ validity }) => validity.badInput)
  return Object.fromEntries(half.map(({ name }) => [name, 'Enter a day and a time']))
}

function findFaults({ publish, unpublish }: Times, timeZone: string, keepsEnd: boolean): Faults {
  const [at, until] = [publish, unpublish].map((time) => Date.parse(momentOf(time, timeZone) ?? ''))
  if (Number.isNaN(at) && Number.isNaN(until)) return { publish: 'Enter a day and a time' }
  if (at! <= Date.now()) return { publish: 'Choose a time in the future' }
  if (until! <= Date.now()) return { unpublish: 'Choose a time in the future' }
  return until! <= at! && !keepsEnd ? { unpublish: 'Choose a time after its publication' } : {}
}
