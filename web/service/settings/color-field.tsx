import { contrast, themesOf } from '#web/lib/look/accent.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { isColor } from './general-values.ts'

const petrol = '#0b6a79'

type Props = { color: string | null; fault: Fault; onChange: (color: string | null) => void }

export function ColorField({ color, fault, onChange }: Props) {
  const shown = color && isColor(color) ? color : petrol
  return (
    <div>
      <Field label="Colour" help={color && isColor(color) ? explainUse(color) : 'Petrol (default)'} {...fault}>
        <Input
          value={color ?? ''}
          placeholder={petrol.toUpperCase()}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          className="max-w-60 font-mono"
          onChange={(event) => onChange(event.target.value.trim() || null)}
          suffix={
            <input
              type="color"
              aria-label="Pick a colour"
              value={shown}
              onChange={(event) => onChange(event.target.value)}
              className="size-5 cursor-pointer rounded-xs border border-line-strong bg-transparent p-0"
            />
          }
        />
      </Field>
      {color && (
        <Button variant="ghost" className="mt-1 -ml-2.5" onClick={() => onChange(null)}>
          Use the default
        </Button>
      )}
    </div>
  )
}

function explainUse(color: string) {
  const { light, dark } = themesOf(color)
  if (light) return 'Used in light mode. Too dark for dark mode, which uses petrol.'
  if (dark) return 'Used in dark mode. Too pale for light mode, which uses petrol.'
  return `Not used: too hard to read. Its contrast on white is ${contrast(color, '#ffffff').toFixed(2)}; at least 4.5 is required.`
}
