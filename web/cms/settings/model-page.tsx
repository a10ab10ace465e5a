import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ContentModel, changeContentModel, FormerKey, undeleteContentField } from '#contract/content/models.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { FieldDialog } from './fields/field-dialog.tsx'
import { FieldRows } from './fields/field-rows.tsx'
import { FormerKeys } from './fields/former-keys.tsx'
import { ModelForm, type Publisher } from './model-form.tsx'
import { type NamedModel, SettingsFrame } from './settings-frame.tsx'

export type Model = ContentModel
export type ShownField = Model['fields'][number]
type ModelStep = { number: number; by: { name: string } | null; at: string }
type Props = { model: Model; models: NamedModel[]; members: Publisher[]; formerKeys: FormerKey[]; steps: ModelStep[] }

export function ModelPage({ model, models, members, formerKeys, steps }: Props) {
  const [editing, setEditing] = useState<ShownField | 'new'>()
  useShortcuts({ n: { label: 'New field', run: () => setEditing('new') } }, { group: 'Model' })
  const fields = model.fields.filter(({ deletedAt }) => deletedAt === null)
  return (
    <SettingsFrame
      title={model.name}
      models={models}
      actions={
        <Button variant="primary" icon={Plus} keys="N" onClick={() => setEditing('new')}>
          <span className="max-md:sr-only">New field</span>
        </Button>
      }
    >
      <ScrollArea>
        <AwaitedChoices model={model} fields={fields} />
        {fields.length === 0 ? (
          <p className="px-4 py-6 text-ink-3 md:px-5">This model has no fields yet. Press N to add one.</p>
        ) : (
          <FieldRows model={model} fields={fields} onEdit={setEditing} />
        )}
        <DeletedFields model={model} />
        <SettingsForm>
          <ModelForm model={model} fields={fields} members={members} />
          {model.kind !== 'component' && <Requests model={model} />}
          {formerKeys.length > 0 && <FormerKeys model={model} formerKeys={formerKeys} />}
          <SettingsSection title="Changes" description="Newest first.">
            <ol className="grid gap-1">
              {steps.map(({ number, by, at }) => (
                <li key={number} className="text-ink-2">
                  Change {number}, by {by?.name ?? 'the product'}, <Time at={at} />
                </li>
              ))}
            </ol>
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
      <FieldDialog
        key={typeof editing === 'object' ? editing.id : 'new'}
        field={editing}
        model={model}
        models={models}
        onClose={() => setEditing(undefined)}
      />
    </SettingsFrame>
  )
}

function Requests({ model }: { model: Model }) {
  const address = `/api/v1/content/${model.pluralKey}`
  const curl = `curl -H "Authorization: Bearer $KEY" "$API${address}?limit=20"`
  const script = `await fetch(\`\${api}${address}?limit=20\`, { headers: { Authorization: \`Bearer \${key}\` } })`
  return (
    <SettingsSection
      title="In the API"
      description={
        model.isPublic
          ? 'Published entries can be read without an API key.'
          : 'Published entries can be read with an API key of this workspace.'
      }
    >
      {[
        ['curl', curl],
        ['fetch', script],
      ].map(([name, text]) => (
        <div key={name} className="flex min-w-0 items-start gap-2">
          <pre className="min-w-0 flex-1 rounded-sm border border-line bg-sunken p-2 font-mono text-meta break-all whitespace-pre-wrap">
            {text}
          </pre>
          <CopyButton text={text!} label={`Copy the request for ${name}`} />
        </div>
      ))}
    </SettingsSection>
  )
}

// Asks admins whether component fields stay shared by all languages. Early releases ignored their localization.
function AwaitedChoices({ model, fields }: { model: Model; fields: ShownField[] }) {
  const awaiting = fields.filter(({ awaitsLocalized }) => awaitsLocalized)
  const keep = useWrite(
    () =>
      ask<typeof changeContentModel>('PATCH', '/api/v1/content-models/:id', {
        params: { id: model.id },
        query: {},
        body: { fields: awaiting.map(({ id }) => ({ id, localized: false })) },
      }),
    {
      done: () => 'All languages share the value',
      onAnswer: () => document.querySelector<HTMLElement>('[data-row] button')?.focus(),
    },
  )
  if (awaiting.length === 0) return null
  const names = new Intl.ListFormat('en').format(awaiting.map(({ label }) => label))
  return (
    <Banner tone={keep.problem ? 'danger' : 'warning'} className="m-4 md:mx-5">
      <p>
        {names} {awaiting.length === 1 ? 'was' : 'were'} set to have a value for each language. In a component this had
        no effect until now, so all languages share one value. To change that, edit the field and check “A value for
        each language”. You see the effects before you save.
      </p>
      {keep.problem && <p className="mt-1">{keep.problem.detail}</p>}
      <Button size="sm" className="mt-2" busy={keep.isPending} onClick={() => keep.write()}>
        Keep one value for all languages
      </Button>
    </Banner>
  )
}

function DeletedFields({ model }: { model: Model }) {
  const deleted = model.fields.filter(({ deletedAt }) => deletedAt !== null)
  const { write, isPending } = useWrite(
    ({ id: field }: ShownField) =>
      ask<typeof undeleteContentField>('DELETE', '/api/v1/content-models/:id/fields/:field/trash', {
        params: { id: model.id, field },
      }),
    { done: (_, { label }) => `${label} restored`, tellsProblem: true },
  )
  if (deleted.length === 0) return null
  return (
    <section className="border-b border-line px-4 py-3 md:px-5">
      <h2 className="mb-1.5 font-semibold">Deleted fields</h2>
      <ul className="grid gap-1">
        {deleted.map((field) => (
          <li key={field.id} className="flex items-center gap-3">
            <span>{field.label}</span>
            <span className="text-meta text-ink-3">
              <Time at={field.deletedAt!} />
            </span>
            <Button size="sm" busy={isPending} onClick={() => write(field)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
