import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type {
  ChangeReport,
  ContentModel,
  changeContentModel,
  deleteContentModel,
  showContentModel,
} from '#contract/content/models.ts'
import { isSame } from '#contract/is-same.ts'
import { bindFields, TextField } from '#web/fields/settings/form-fields.tsx'
import { ChoiceSetting, ManySetting } from '#web/fields/settings/setting-rows.tsx'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { numberIn, numberOrNull } from '#web/lib/words/number-in.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useConflictReload } from '#web/lib/write/use-conflict-reload.ts'
import { type Fault, useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useFormChanges } from '#web/lib/write/use-form-changes.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { SaveBar } from '#web/ui/form/save-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'
import { ModelReportView } from './fields/change-report-view.tsx'
import { SunsetDays } from './fields/former-keys.tsx'
import { iconOptions } from './model-icons.ts'
import type { Model, ShownField } from './model-page.tsx'
import { modelHref, modelsPath } from './settings-frame.tsx'

const modelKinds: Option<Model['kind']>[] = [
  { value: 'collection', label: 'Collection: any number of entries' },
  { value: 'single', label: 'Single entry: a home page, a footer' },
]

const valuesOf = (model: Model) => ({
  ...{ name: model.name, key: model.key, pluralKey: model.pluralKey, description: model.description },
  ...{ titleField: model.titleField ?? '', slugField: model.slugField ?? '', previewUrl: model.previewUrl },
  ...{ defaultSort: model.defaultSort, reviewDays: model.reviewDays?.toString() ?? '', publishers: model.publishers },
  ...{ isPublic: model.isPublic, localized: model.localized, kind: model.kind, icon: model.icon },
  ...{ publisherIds: model.publisherIds, keepVersions: model.keepVersions.toString() },
})
type Values = ReturnType<typeof valuesOf>
type ModelChange = { changes: Partial<Values>; base: Partial<Values> }

async function readValues(id: string) {
  const { answer } = await ask<typeof showContentModel>('GET', '/api/v1/content-models/:id', { params: { id } })
  return answer && valuesOf(answer)
}

export function ModelForm({ model, fields, members }: { model: Model; fields: ShownField[]; members: Publisher[] }) {
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const [report, setReport] = useState<ChangeReport>()
  const [sunsetDays, setSunsetDays] = useState(30)
  const form = useFormChanges<Values>(valuesOf(model), isSame)
  // Sends only the changes, with the previous values, so that two admins do not overwrite each other.
  const send = ({ changes, base }: ModelChange, query: { dry?: string }) =>
    ask<typeof changeContentModel>('PATCH', '/api/v1/content-models/:id', {
      ...{ params: { id: model.id }, query, body: { ...bodyOf(changes), base: bodyOf(base), sunsetDays } },
    })
  const saving = useWrite((wanted: ModelChange) => send(wanted, {}), {
    done: () => 'Saved',
    onProblem: useConflictReload(form, () => readValues(model.id)),
    onAnswer: (answer, { changes }) => {
      form.settle(changes)
      if (answer.key !== model.key) navigate(modelHref(answer.key), { replace: true })
    },
  })
  const trying = useWrite((wanted: ModelChange) => send(wanted, { dry: 'true' }), {
    keepsPage: true,
    onAnswer: (answer, wanted) => (answer.report?.model.length ? setReport(answer.report) : saving.write(wanted)),
  })
  const isPending = saving.isPending || trying.isPending
  const problem = trying.problem ?? saving.problem
  const fault = useFaults(problem?.fields)
  const element = useFocusOnFault(problem)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || form.count === 0) return
    setReport(undefined)
    // A new kind or the end of localization can delete values. The person sees the effects before the save.
    const { kind, localized } = form.changes
    const { changes, base } = form
    if (kind === undefined && localized !== false) saving.write({ changes, base })
    else trying.write({ changes, base })
  }
  const { values, change } = form
  const bind = bindFields(form, fault)
  const choiceOf = (kinds: string[], none: string) => [
    { value: '', label: none },
    ...fields.filter(({ kind }) => kinds.includes(kind)).map(({ key, label }) => ({ value: key, label })),
  ]
  const hasEntries = model.kind !== 'component'
  const isRenamed = form.changes.key !== undefined || form.changes.pluralKey !== undefined
  return (
    <form ref={element} onSubmit={save} noValidate>
      {problem && !problem.fields && (
        <Banner tone="danger" className="mt-4">
          {problem.detail}
        </Banner>
      )}
      {report && (
        <div className="mt-4 grid gap-2">
          <ModelReportView report={report} />
        </div>
      )}
      <SettingsSection title="Name" description="The API uses the API names. The plural is part of the delivery URL.">
        <TextField label="Name" spellCheck={false} {...bind('name')} />
        <TextField label="Description" spellCheck={false} {...bind('description')} />
        <TextField label="API name" spellCheck={false} {...bind('key')} />
        {hasEntries && <TextField label="Plural API name" spellCheck={false} {...bind('pluralKey')} />}
        {isRenamed && (
          <SunsetDays
            days={sunsetDays}
            onChange={setSunsetDays}
            help={`Sites can use the old name during this time, and delivered ${hasEntries ? 'entries' : 'blocks'} keep their \`type\`.`}
            {...fault('sunsetDays')}
          />
        )}
        {hasEntries && <ChoiceSetting label="Kind" options={modelKinds} {...bind('kind')} />}
        <ChoiceSetting label="Icon" options={iconOptions} {...bind('icon')} />
      </SettingsSection>
      {hasEntries && (
        <SettingsSection title="Entries" description="Title, URL and preview of the entries, and who can publish them.">
          <ChoiceSetting
            label="Title field"
            options={choiceOf(['text', 'long_text'], 'The first text field')}
            {...bind('titleField')}
          />
          <ChoiceSetting
            label="URL field"
            options={choiceOf(['slug'], 'The first slug field')}
            {...bind('slugField')}
          />
          <TextField
            label="Preview URL"
            help="The page of your site that shows a draft: https://site.example/blog/{slug}"
            spellCheck={false}
            {...bind('previewUrl')}
          />
          <TextField
            label="Default order"
            help="The API name to sort by. A hyphen before the name reverses the order: -publishedAt"
            spellCheck={false}
            {...bind('defaultSort')}
          />
          <TextField label="Review every (days)" help="Empty: no review" spellCheck={false} {...bind('reviewDays')} />
          <TextField
            label="Versions to keep per entry"
            help="At least 10. Published versions are always kept"
            spellCheck={false}
            {...bind('keepVersions')}
          />
          <Publishers
            {...{ members, fault, publishers: values.publishers, ids: values.publisherIds }}
            onChange={({ publishers, publisherIds }) => {
              change('publishers', publishers)
              change('publisherIds', publisherIds)
            }}
          />
          <Checkbox
            label="Public: no API key needed to read published entries"
            checked={values.isPublic}
            onChange={({ target }) => change('isPublic', target.checked)}
          />
          <Checkbox
            label="Translated into the languages of the workspace"
            checked={values.localized}
            onChange={({ target }) => change('localized', target.checked)}
          />
        </SettingsSection>
      )}
      <SettingsSection
        title="Delete"
        description="The model and its entries will be hidden from your team and from readers. You can restore them for 30 days."
      >
        <div>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            Delete model
          </Button>
        </div>
      </SettingsSection>
      <SaveBar changes={form.count} onDiscard={form.discardChanges} busy={isPending} />
      <UnsavedChanges count={isDeleting ? 0 : form.count} />
      <DeleteModel model={model} open={isDeleting} onClose={() => setDeleting(false)} />
    </form>
  )
}

function bodyOf({ titleField, slugField, reviewDays, keepVersions, ...rest }: Partial<Values>) {
  return {
    ...rest,
    ...(titleField !== undefined && { titleField: titleField || null }),
    ...(slugField !== undefined && { slugField: slugField || null }),
    ...(keepVersions !== undefined && { keepVersions: numberIn(keepVersions) }),
    ...(reviewDays !== undefined && { reviewDays: numberOrNull(reviewDays) }),
  }
}

function DeleteModel({ model, open, onClose }: { model: Model; open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const { write, isPending, problem } = useWrite(
    () => ask<typeof deleteContentModel>('DELETE', '/api/v1/content-models/:id', { params: { id: model.id } }),
    { done: () => `${model.name} deleted`, onAnswer: () => navigate(modelsPath) },
  )
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${model.name}?`}
      confirmLabel="Delete model"
      onConfirm={() => write()}
      busy={isPending}
    >
      {problem
        ? problem.detail
        : `Sites will no longer get its entries (${model.entryCount}). You can restore the model for 30 days.`}
    </ConfirmDialog>
  )
}

/** A member who can be chosen to publish. Admins are left out, because they can always publish. */
export type Publisher = { id: string; name: string }

type PublisherSettings = Pick<ContentModel, 'publishers' | 'publisherIds'>
type Props = {
  publishers: PublisherSettings['publishers']
  ids: string[]
  members: Publisher[]
  fault: (name: string) => Fault
  onChange: (chosen: PublisherSettings) => void
}

function Publishers({ publishers, ids, members, fault, onChange }: Props) {
  // Leaves out members who left the team. The next change of the publishers also removes them from the model.
  const known = ids.filter((id) => members.some((member) => member.id === id))
  return (
    <>
      <ChoiceSetting
        label="Who can publish"
        help="All others send their changes for review."
        fault={fault('publishers')}
        options={[
          { value: 'members', label: 'All members' },
          { value: 'admins', label: 'Admins only' },
          { value: 'named', label: 'Admins and chosen members' },
        ]}
        value={publishers}
        onChange={(chosen) => onChange({ publishers: chosen, publisherIds: known })}
      />
      {publishers === 'named' && (
        <ManySetting
          label="Members who can publish"
          none="Everyone on the team is an admin."
          fault={fault('publisherIds')}
          options={members.map(({ id, name }) => ({ value: id, label: name }))}
          value={known}
          onChange={(publisherIds) => onChange({ publishers, publisherIds })}
        />
      )}
    </>
  )
}
