import { type FormEvent, useLayoutEffect, useState } from 'react'
import type { Problem } from '#contract/refusals.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { everyLanguage, faultsIn, mostSynonyms, type Synonym, type SynonymDraft, synonymOf } from './synonym-values.ts'

type Props = {
  initial: SynonymDraft
  others: Synonym[]
  languages: string[]
  isEdited: boolean
  isFull: boolean
  focus: 'words' | 'leadsTo' | undefined
  problem: Problem | undefined
  isPending: boolean
  onSave: (synonym: Synonym) => void
  onCancel: () => void
}

export function SynonymForm(props: Props) {
  const { initial, others, languages, isEdited, isFull, focus, problem, isPending, onSave, onCancel } = props
  const [typed, setTyped] = useState(initial)
  // The next synonym can be sent before the page is loaded again.
  const [isSent, setSent] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>()
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)
  const set = (changed: Partial<SynonymDraft>) => setTyped({ ...typed, ...changed })
  useLayoutEffect(() => {
    if (focus) form.current?.querySelector<HTMLElement>(`[name=${focus}]`)?.focus()
  }, [form, focus])

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsIn(typed, others)
    const isRight = Object.keys(found).length === 0
    setFaults(isRight ? undefined : found)
    if (!isRight) return
    setSent(true)
    onSave(synonymOf(typed))
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <RadioGroup
        label="Direction"
        name="direction"
        options={directions}
        value={typed.isOneWay ? 'one' : 'both'}
        onChange={(chosen) => set({ isOneWay: chosen === 'one' })}
      />
      <Words
        label={typed.isOneWay ? 'Search for' : 'Words'}
        name="words"
        value={typed.words}
        fault={fault('words')}
        onChange={(words) => set({ words })}
      />
      {typed.isOneWay && (
        <Words
          label="Also finds"
          name="leadsTo"
          value={typed.leadsTo}
          fault={fault('leadsTo')}
          onChange={(leadsTo) => set({ leadsTo })}
        />
      )}
      {(languages.length > 1 || typed.language !== everyLanguage) && (
        <Field label="Language">
          <Select
            options={[
              { value: everyLanguage, label: 'All languages' },
              ...languages.map((value) => ({ value, label: languageName(value) })),
            ]}
            value={typed.language}
            onChange={(language) => set({ language })}
          />
        </Field>
      )}
      <p className="flex gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={isSent && isPending}
          disabledReason={isFull ? `At most ${mostSynonyms} synonyms` : undefined}
        >
          {isEdited ? 'Save' : 'Add synonym'}
        </Button>
        {isEdited && <Button onClick={onCancel}>Cancel</Button>}
      </p>
    </form>
  )
}

const directions = [
  { value: 'both', label: 'Both ways', description: 'A search for one word also finds the others.' },
  {
    value: 'one',
    label: 'One way',
    description: 'A search for the first word also finds the others, but not the reverse.',
  },
] as const

type WordsProps = {
  label: string
  name: 'words' | 'leadsTo'
  value: string
  fault: ReturnType<ReturnType<typeof useFaults>>
  onChange: (words: string) => void
}

const Words = ({ label, name, value, fault, onChange }: WordsProps) => (
  <Field label={label} help="Separate with commas. At most 20" {...fault}>
    <Input
      name={name}
      value={value}
      maxLength={1300}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
)
