import { type FormEvent, useRef, useState } from 'react'
import type { ApiKey, changeApiKey } from '#contract/api-keys.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { KeyFields } from './key-fields.tsx'
import { faultsIn, type KeyValues, type ModelChoice, sentOf, valuesOf } from './key-values.ts'

type Props = { changed: ApiKey | undefined; models: ModelChoice[]; onClose: () => void }

export function ChangeKeyDialog({ changed, models, onClose }: Props) {
  // The words stay while the dialog fades out.
  const last = useRef(changed)
  if (changed) last.current = changed
  if (!last.current) return null
  return (
    <Dialog open={Boolean(changed)} onClose={onClose} size="md" title={`Change ${last.current.name}`}>
      <ChangeKeyForm key={last.current.id} apiKey={last.current} {...{ models, onClose }} />
    </Dialog>
  )
}

type FormProps = { apiKey: ApiKey; models: ModelChoice[]; onClose: () => void }

function ChangeKeyForm({ apiKey, models, onClose }: FormProps) {
  const [values, setValues] = useState(() => valuesOf(apiKey))
  const [missing, setMissing] = useState<Record<string, string>>()
  const change = (body: KeyValues) =>
    ask<typeof changeApiKey>('PATCH', '/api/v1/api-keys/:id', { params: { id: apiKey.id }, body: sentOf(body) })
  const { write, problem, isPending } = useWrite(change, { done: () => 'API key changed', onAnswer: onClose })
  const faults = missing ?? problem?.fields
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsIn(values)
    setMissing(found)
    if (!found) write(values)
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <DialogBody>
        {problem && !missing && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
        <KeyFields {...{ values, fault, models }} onChange={setValues} canKeepEnd />
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="md" variant="primary" busy={isPending}>
          Save changes
        </Button>
      </DialogFooter>
    </form>
  )
}
