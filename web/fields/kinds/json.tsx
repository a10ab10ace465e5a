import { Braces } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isSame } from '#contract/is-same.ts'
import { CodeArea } from '#web/fields/code/code-area.tsx'
import { defineKindView, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { useInvalidInput } from '#web/fields/inputs/use-incomplete-input.ts'
import { useInvalidSetting } from '#web/fields/settings/setting-rows.tsx'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

const written = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))

const loadFaults = () => import('#web/fields/code/json-faults.ts')
type Faults = Awaited<ReturnType<typeof loadFaults>>

function useReading() {
  const faults = useLazyModule(loadFaults, useIsHydrated())
  return (text: string) => read(text, faults)
}

function Input({ value, onChange, disabled, path }: InputProps<'json', unknown>) {
  const hold = useInvalidInput(path)
  const readText = useReading()
  const [text, setText] = useState(() => written(value))
  const { fault, line } = readText(text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value from elsewhere
  useEffect(
    () => setText((now) => (isSame(readText(now).value, value) || readText(now).fault ? now : written(value))),
    [value],
  )

  function type(next: string) {
    setText(next)
    const { value: parsed, fault: wrong } = readText(next)
    hold(wrong ?? null)
    if (!wrong) onChange(parsed)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1.5">
      <CodeArea rows={6} language="json" faultLine={line} value={text} readOnly={disabled} onText={type} />
      {!disabled && text.trim() !== '' && !fault && (
        <Button onClick={() => setText(written(read(text).value))}>Format</Button>
      )}
    </div>
  )
}

function read(text: string, faults?: Faults): { value: unknown; fault?: string; line?: number } {
  if (text.trim() === '') return { value: null }
  try {
    const value = JSON.parse(text)
    const lost = faults?.findLostNumber(text)
    return lost ? { value: undefined, fault: lost.text, line: lost.line } : { value }
  } catch (error) {
    const found = faults?.findJsonFault(text)
    const words = found ? `line ${found.line}: ${found.text}` : error instanceof Error ? error.message : ''
    return { value: undefined, fault: `This is not valid JSON: ${words}`, ...(found && { line: found.line }) }
  }
}

function Settings({ settings, onChange, fault }: SettingsProps<'json'>) {
  const [text, setText] = useState(() => written(settings.schema))
  const { error, ...rest } = fault('schema')
  const { fault: wrong, line } = useReading()(text)
  useInvalidSetting(wrong !== undefined)
  return (
    <Field
      label="JSON Schema"
      help="Draft 2020-12, without patterns and references. Every value must match this schema"
      {...rest}
      error={wrong ?? error}
    >
      <CodeArea
        rows={6}
        language="json"
        faultLine={line}
        value={text}
        onText={(next) => {
          setText(next)
          const { value, fault: isWrong } = read(next)
          if (!isWrong) onChange({ schema: (value as Record<string, unknown> | null) ?? undefined })
        }}
      />
    </Field>
  )
}

export const json = defineKindView<'json', unknown>({
  kind: 'json',
  label: 'JSON',
  purpose: 'Any JSON, with or without a schema to validate it',
  group: 'Structure',
  icon: Braces,
  filter: 'presence',
  isSearchable: true,
  Input,
  Settings,
  inWords: (value) => JSON.stringify(value),
})
