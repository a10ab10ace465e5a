import { useState } from 'react'
import { isSame } from '#contract/is-same.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { ApiKey, changeApiKey, listApiKeys } from '#contract/workspace/api-keys.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { useLast } from '#web/ui/overlay/use-last.ts'
import { KeyFields, ModelFields } from './key-fields.tsx'
import { changedOf, faultsIn, isOfContent, type KeyValues, type ModelChoice, valuesOf } from './key-values.ts'
import { ScopeFields } from './scope-fields.tsx'

type Props = { changed: ApiKey | undefined; models: ModelChoice[]; onClose: () => void }

export function ChangeKeyDialog({ changed, models, onClose }: Props) {
  const apiKey = useLast(changed)
  if (!apiKey) return null
  return (
    <Dialog open={Boolean(changed)} onClose={onClose} size="md" title={`Change ${apiKey.name}`}>
      <ChangeKeyForm key={apiKey.id} apiKey={apiKey} models={models} onClose={onClose} />
    </Dialog>
  )
}

function ChangeKeyForm({ apiKey, models, onClose }: { apiKey: ApiKey; models: ModelChoice[]; onClose: () => void }) {
  const form = useFormChanges(valuesOf(apiKey), isSame)
  const { values } = form
  const [expiresAt, setExpiresAt] = useState(apiKey.expiresAt)
  const [missing, setMissing] = useState<Record<string, string>>()
  const readTheirs = async () => {
    const theirs = await findApiKey(apiKey.id)
    if (theirs) setExpiresAt(theirs.expiresAt)
    return theirs && valuesOf(theirs)
  }
  const { write, problem, isPending } = useWrite(
    // Sends only the changed values, with their previous values. So two admins who change different values do not
    // overwrite each other.
    () => {
      const base = { ...changedOf(form.base), ...(form.changes.end && { expiresAt }) }
      const body = { ...changedOf(form.changes), base }
      return ask<typeof changeApiKey>('PATCH', '/api/v1/api-keys/:id', { params: { id: apiKey.id }, body })
    },
    { done: () => 'API key changed', onAnswer: onClose, onProblem: useConflictReload(form, readTheirs) },
  )
  const faults = missing ?? problem?.fields
  const fault = useFaults(faults)
  const element = useFocusOnFault(faults)

  function setValues(changed: KeyValues) {
    for (const name of keysOf(changed)) if (changed[name] !== values[name]) form.change(name, changed[name])
  }

  function submit() {
    const found = faultsIn(values, apiKey.kind)
    setMissing(found)
    if (!found) write()
  }

  return (
    <DialogForm ref={element} label="Save changes" busy={isPending} onClose={onClose} onSubmit={submit}>
      {problem && !missing && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
      <KeyFields {...{ values, fault }} onChange={setValues} canKeepEnd />
      {apiKey.kind === 'management' && (
        <ScopeFields
          scopes={values.scopes}
          onChange={(scopes) => form.change('scopes', scopes)}
          fault={fault('scopes')}
          among={apiKey.scopes}
        />
      )}
      {models.length > 0 && isOfContent(apiKey.kind, values.scopes) && (
        <ModelFields {...{ values, fault, models }} onChange={setValues} />
      )}
    </DialogForm>
  )
}

async function findApiKey(id: string, cursor?: string): Promise<ApiKey | undefined> {
  const { answer } = await ask<typeof listApiKeys>('GET', '/api/v1/api-keys', { query: { limit: 100, cursor } })
  const found = answer?.items.find((one) => one.id === id)
  return found ?? (answer?.next ? findApiKey(id, answer.next) : undefined)
}
