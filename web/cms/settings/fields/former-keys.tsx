import { useState } from 'react'
import type { endFormerKey, FormerKey } from '#contract/content/models.ts'
import type { Model } from '#web/cms/settings/model-page.tsx'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'

export function FormerKeys({ model, formerKeys }: { model: Model; formerKeys: FormerKey[] }) {
  const [ending, setEnding] = useState<FormerKey>()
  return (
    <SettingsSection
      title="Old API names"
      description="Each old API name works until the date shown. Update the programs that use it."
    >
      <ul className="grid gap-4">
        {formerKeys.map((one) => (
          <li key={`${one.of} ${one.field?.id} ${one.formerKey}`} className="flex min-w-0 items-start gap-3">
            <div className="min-w-0 flex-1">
              <p className="break-words">
                <Key>{one.formerKey}</Key>, now <Key>{one.key}</Key>
                {whatOf(one, model)}, until <Time at={one.until} />
              </p>
              {one.isType && (
                <p className="text-ink-2">
                  Until then, delivered {model.kind === 'component' ? 'blocks' : 'entries'} have the old name as their{' '}
                  <Key>type</Key>. Make your site accept both names, then end the old name.
                </p>
              )}
              <AskedBy {...one} />
            </div>
            <Button size="sm" aria-label={`End ${one.formerKey}`} onClick={() => setEnding(one)}>
              End
            </Button>
          </li>
        ))}
      </ul>
      {ending && (
        <EndFormerKey key={ending.formerKey} model={model} ending={ending} onClose={() => setEnding(undefined)} />
      )}
    </SettingsSection>
  )
}

const whatOf = ({ of }: FormerKey, { name }: Model) =>
  of === 'field' ? '' : of === 'key' ? ` (API name of ${name})` : ` (plural API name of ${name})`

const Key = ({ children }: { children: string }) => <code className="font-mono text-meta">{children}</code>

const AskedBy = ({ formerKey, askedBy }: FormerKey) =>
  askedBy.length === 0 ? (
    <p className="text-ink-3">No API key used the old name.</p>
  ) : (
    <ul aria-label={`Programs that use ${formerKey}`} className="grid gap-1">
      {askedBy.map(({ id, name, lastAt }) => (
        <li key={id} className="text-ink-2 break-words">
          {name ?? 'Visitors without a key'}, last used <Time at={lastAt} />
        </li>
      ))}
    </ul>
  )

function EndFormerKey({ model, ending, onClose }: { model: Model; ending: FormerKey; onClose: () => void }) {
  const { formerKey, key, askedBy } = ending
  const { write, isPending, problem } = useWrite(
    () =>
      ask<typeof endFormerKey>('DELETE', '/api/v1/content-models/:id/former-keys/:key', {
        params: { id: model.id, key: formerKey },
      }),
    { done: () => `${formerKey} ended`, onAnswer: onClose },
  )
  const users = askedBy.map(({ name }) => name ?? 'visitors without a key').join(', ')
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`End ${formerKey}?`}
      confirmLabel="End old name"
      onConfirm={() => write()}
      busy={isPending}
    >
      {problem
        ? problem.detail
        : `Programs must use ${key} from now on. ${users ? `${formerKey} was still used by ${users}.` : `No API key used ${formerKey}.`}`}
    </ConfirmDialog>
  )
}

type SunsetProps = { days: number; onChange: (days: number) => void; help: string; error?: string | undefined }

export const SunsetDays = ({ days, onChange, ...field }: SunsetProps) => (
  <Field label="Keep the old name for" {...field}>
    <Select
      options={[0, 7, 30, 90, 365].map((one) => ({
        value: String(one),
        label: one === 0 ? 'Do not keep it' : `${one} days`,
      }))}
      value={String(days)}
      onChange={(value) => onChange(Number(value))}
    />
  </Field>
)
