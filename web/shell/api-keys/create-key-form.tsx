import { type FormEvent, useState } from 'react'
import type { createApiKey } from '#contract/workspace/api-keys.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { KeyFields, ModelFields } from './key-fields.tsx'
import {
  emptyValues,
  faultsIn,
  isOfContent,
  type KeyValues,
  type Kind,
  kindChoices,
  type ModelChoice,
  sentOf,
} from './key-values.ts'
import { ScopeFields } from './scope-fields.tsx'

export type MadeKey = { name: string; secret: string }

type NewKeyValues = KeyValues & { kind: Kind }

const createKey = ({ kind, ...values }: NewKeyValues) =>
  ask<typeof createApiKey>('POST', '/api/v1/api-keys', { body: sentOf(values, kind) })

export function CreateKeyForm({ models, onMade }: { models: ModelChoice[]; onMade: (made: MadeKey) => void }) {
  const [values, setValues] = useState(emptyValues)
  const [kind, setKind] = useState<Kind>('delivery')
  const [missing, setMissing] = useState<Record<string, string>>()
  const { write, problem, isPending } = useWrite(createKey, { onAnswer: onMade })
  const faults = missing ?? problem?.fields
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsIn(values, kind)
    setMissing(found)
    if (!found) write({ ...values, kind })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {problem && !missing && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
      <KeyFields {...{ values, fault }} onChange={setValues} />
      <RadioGroup label="Kind" name="kind" options={kindChoices} value={kind} onChange={setKind} />
      {kind === 'management' && (
        <ScopeFields
          scopes={values.scopes}
          onChange={(scopes) => setValues({ ...values, scopes })}
          fault={fault('scopes')}
        />
      )}
      {models.length > 0 && isOfContent(kind, values.scopes) && (
        <ModelFields {...{ values, fault, models }} onChange={setValues} />
      )}
      <p>
        <Button type="submit" variant="primary" busy={isPending}>
          Create API key
        </Button>
      </p>
    </form>
  )
}
