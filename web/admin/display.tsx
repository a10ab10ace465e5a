import { type Theme, useTheme } from '#web/lib/look/theme.ts'
import { listTimeZones } from '#web/lib/time/time-zones.ts'
import { useSite } from '#web/lib/use-site.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { DraftProps, Profile } from './profile-draft.ts'
import { saveProfile } from './profile-page.tsx'

export const Display = ({ profile, draft, fault, onChange }: DraftProps & { profile: Profile }) => (
  <>
    <div className="grid max-w-120 gap-4 md:grid-cols-[2fr_3fr]">
      <Field label="Language">
        <Select name="language" options={[{ value: 'en', label: 'English' }]} value={draft.language} />
      </Field>
      <TimeZone value={draft.timeZone} fault={fault('timeZone')} onChange={(timeZone) => onChange({ timeZone })} />
    </div>
    <ThemeChoice />
    <SingleKeys isOn={profile.singleKeys} />
  </>
)

type TimeZoneProps = { value: string; fault: Fault; onChange: (timeZone: string) => void }

function TimeZone({ value, fault, onChange }: TimeZoneProps) {
  const { workspace } = useSite()
  const options = [{ value: '', label: 'Same as the workspace', detail: workspace?.timeZone }, ...listTimeZones()]
  return (
    <Field label="Time zone" {...fault}>
      <Select name="timeZone" options={options} value={value} onChange={onChange} />
    </Field>
  )
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] satisfies { value: Theme; label: string }[]

function ThemeChoice() {
  const [theme, setTheme] = useTheme()
  const { write } = useWrite(saveProfile, { inTurn: true, tellsProblem: true })

  function choose(next: Theme) {
    setTheme(next)
    write({ theme: next })
  }

  return (
    <div className="flex items-center gap-3">
      <span aria-hidden className="w-18 font-medium">
        Theme
      </span>
      <Segments label="Theme" options={themes} value={theme} onChange={choose} />
    </div>
  )
}

function SingleKeys({ isOn }: { isOn: boolean }) {
  const { write, underWay } = useWrite(saveProfile, { inTurn: true, tellsProblem: true, changesFrame: true })
  return (
    <div>
      <Switch
        label="Single-key shortcuts"
        checked={underWay.at(-1)?.singleKeys ?? isOn}
        onChange={(singleKeys) => write({ singleKeys })}
      />
      <p className="mt-1 ml-9 text-meta text-ink-3">
        Keys such, K or C, without Ctrl or ⌘. Press ? to see all shortcuts.
      </p>
    </div>
  )
}
