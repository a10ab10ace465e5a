import { useState } from 'react'
import { momentsOf, toZoned } from '#web/lib/time/zoned.ts'
import { useSite } from '#web/lib/use-site.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

export type Schedule = { publishAt: string | null; unpublishAt: string | null }
type Time = { shown: string; isLater: boolean }
type Times = { publish: Time; unpublish: Time }
type Props = {
  title: string
  schedule: (Schedule & { isLive: boolean }) | undefined
  onSchedule: (plan: { at: string; until?: string | null | undefined } | { at: undefined; until: string }) => void
  onClose: () => void
}

export function ScheduleDialog({ title, schedule, onSchedule, onClose }: Props) {
  const { workspaceTimeZone: timeZone } = useSite()
  const [first] = useState<Times>({
    publish: timeOf(schedule?.publishAt, timeZone),
    unpublish: timeOf(schedule?.unpublishAt, timeZone),
  })
  const [times, setTimes] = useState(first)
  const [tries, setTries] = useState(0)
  const [halves, setHalves] = useState<Faults>({})
  // Keeps an unchanged end time of the live version, even if this time is before the next publication.
  const kept = momentOf(first.unpublish, timeZone)
  const keepsEnd = Boolean(schedule?.isLive && kept && momentOf(times.unpublish, timeZone) === kept)
  const findAll = () => findFaults(times, timeZone, keepsEnd)
  const faults = tries > 0 ? { ...findAll(), ...halves } : {}
  const form = useFocusOnFault(null, tries)

  function submit() {
    setTries(tries + 1)
    const halves = findHalves(form.current!)
    setHalves(halves)
    if (Object.keys({ ...findAll(), ...halves }).length > 0) return
    const [at, until] = [times.publish, times.unpublish].map((time) => momentOf(time, timeZone) ?? null)
    onClose()
    if (at) onSchedule(keepsEnd ? { at } : { at, until })
    else onSchedule({ at: undefined, until: until! })
  }

  const timeField = (name: keyof Times, label: string, help: string) => (
    <div>
      <Field label={label} help={help} error={faults[name]}>
        <Input
          type="datetime-local"
          name={name}
          value={times[name].shown}
          suffix={<span className="text-meta">{timeZone}</span>}
          onText={(text) => {
            setTimes({ ...times, [name]: { shown: text, isLater: false } })
            setHalves({})
          }}
        />
      </Field>
      <ChangeOfClocks
        time={times[name]}
        timeZone={timeZone}
        label={`${label}: earlier or later`}
        onChoose={(isLater) => setTimes({ ...times, [name]: { ...times[name], isLater } })}
      />
    </div>
  )

  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogForm ref={form} label="Schedule" onClose={onClose} onSubmit={submit}>
        {timeField(
          'publish',
          'Publish at',
          'Publishes the draft as it is at that time. Leave empty to keep the published version',
        )}
        {timeField('unpublish', 'Unpublish at', 'Leave empty to keep it published')}
      </DialogForm>
    </Dialog>
  )
}

type ChangeOfClocksProps = { time: Time; timeZone: string; label: string; onChoose: (isLater: boolean) => void }

function ChangeOfClocks({ time: { shown, isLater }, timeZone, label, onChoose }: ChangeOfClocksProps) {
  const { moments, isSkipped } = momentsOf(shown, timeZone)
  return (
    <div aria-live="polite" className="mt-1.5 grid justify-items-start gap-1 text-meta text-ink-2 empty:mt-0">
      {isSkipped && (
        <p>The clock change skips this time. The schedule uses {toZoned(moments[0]!, timeZone).slice(11)}.</p>
      )}
      {moments.length === 2 && (
        <>
          <p>This time occurs twice, because the clocks are set back. Choose one.</p>
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

function timeOf(at: string | null | undefined, timeZone: string): Time {
  const shown = at ? toZoned(at, timeZone) : ''
  const [, later] = momentsOf(shown, timeZone).moments
  return { shown, isLater: later !== undefined && Date.parse(later) === Date.parse(at!) }
}

const momentOf = ({ shown, isLater }: Time, timeZone: string): string | undefined =>
  momentsOf(shown, timeZone).moments.at(isLater ? -1 : 0)

type Faults = Partial<Record<keyof Times, string>>

// Returns errors for date-time fields that are only partly filled in. Browsers report an empty value for such fields.
function findHalves(form: HTMLFormElement): Faults {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[name]')]
  const half = inputs.filter(({ validity }) => validity.badInput)
  return Object.fromEntries(half.map(({ name }) => [name, 'Enter a date and a time']))
}

function findFaults({ publish, unpublish }: Times, timeZone: string, keepsEnd: boolean): Faults {
  const [at, until] = [publish, unpublish].map((time) => Date.parse(momentOf(time, timeZone) ?? ''))
  if (Number.isNaN(at) && Number.isNaN(until)) return { publish: 'Enter a date and a time' }
  if (at! <= Date.now()) return { publish: 'Choose a time in the future' }
  if (until! <= Date.now()) return { unpublish: 'Choose a time in the future' }
  return until! <= at! && !keepsEnd ? { unpublish: 'Choose a time later than “Publish at”' } : {}
}
