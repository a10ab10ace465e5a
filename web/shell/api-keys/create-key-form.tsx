import { type FormEvent, useState } from 'react'
import type { createApiKey } from '#contract/api-keys.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { KeyFields } from './key-fields.tsx'
import { emptyValues, faultsIn, type KeyValues, type ModelChoice, sentOf } from './key-values.ts'
import { type ChosenScope, type Kind, kindChoices, scopeNames } from './key-words.ts'

export type MadeKey = { name: string; secret: string }

type Wanted = KeyValues & { kind: Kind; scopes: ChosenScope[] }

const createKey = ({ kind, scopes, ...values }: Wanted) =>
  ask<typeof createApiKey>('POST', '/api/v1/api-keys', {
    body: { ...sentOf(values), kind, scopes: kind === 'management' ? scopes : [] },
  })

/** Whoever makes a key gets its secret by `onMade`, this once. */
export function CreateKeyForm({ models, onMade }: { models: ModelChoice[]; onMade: (made: MadeKey) => void }) {
  const [values, setValues] = useState(emptyValues)
  const [kind, setKind] = useState<Kind>('delivery')
  const [scopes, setScopes] = useState<ChosenScope[]>([])
  const [missing, setMissing] = useState<Record<string, string>>()
  const { write, problem, isPending } = useWrite(createKey, { onAnswer: onMade })
  const faults = missing ?? problem?.fields
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsIn(values)
    setMissing(found)
    if (!found) write({ ...values, kind, scopes })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {problem && !missing && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
      <KeyFields {...{ values, fault, models }} onChange={setValues} />
      <RadioGroup label="What it is for" name="kind" options={kindChoices} value={kind} onChange={setKind} />
      {kind === 'management' && <Scopes scopes={scopes} onChange={setScopes} />}
      <p>
        <Button type="submit" variant="primary" busy={isPending}>
          Create API key
        </Button>
      </p>
    </form>
  )
}

type ScopesProps = { scopes: ChosenScope[]; onChange: (scopes: ChosenScope[]) => void }

const Scopes = ({ scopes, onChange }: ScopesProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 font-medium">Beside reading and writing content</legend>
    <div className="grid gap-2 sm:grid-cols-2">
      {(Object.keys(scopeNames) as ChosenScope[]).map((scope) => (
        <Checkbox
          key={scope}
          name="scopes"
          label={scopeNames[scope]}
          checked={scopes.includes(scope)}
          onChange={({ target }) =>
            onChange(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
          }
        />
      ))}
    </div>
  </fieldset>
)
