import { Layers } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { showEntry } from '#contract/content/entries.ts'
import { isSameValue } from '#contract/is-same.ts'
import { hrefOf } from '#web/cms/entries/entry-words.ts'
import { useEntryComments } from '#web/cms/entry-comments/entry-comments.tsx'
import { EntryPanel } from '#web/cms/entry-editor/panel/entry-panel.tsx'
import { type EntryHistory, useEntryHistory } from '#web/cms/entry-editor/panel/use-entry-history.ts'
import { BesideNotice, useBeside } from '#web/cms/entry-languages/beside-field.tsx'
import { LanguageTabs } from '#web/cms/entry-languages/language-tabs.tsx'
import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'
import { useEntryValues } from '#web/cms/entry-writing/use-entry-values.ts'
import { filledWith, hasLocalizedParts } from '#web/fields/components/localized-parts.ts'
import { FieldServicesContext } from '#web/fields/form/field-services.tsx'
import { type FieldOf, isEmpty } from '#web/fields/form/field-shape.ts'
import { FieldsForm } from '#web/fields/form/fields-form.tsx'
import { wordsAround } from '#web/fields/values-in-line.ts'
import { LeaveQuestion } from '#web/lib/leaving/leave-question.tsx'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { usePresence } from '#web/lib/live/use-presence.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { ask } from '#web/lib/write/ask.ts'
import { faultsOf } from '#web/lib/writing/saving/saver.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SidePanel } from '#web/ui/page/side-panel.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { EntryBar } from './entry-bar.tsx'
import { EntryDialogs } from './entry-dialogs.tsx'
import { StateNotices } from './state-notices.tsx'
import { useEntryActions } from './use-entry-actions.ts'
import { useEntryFieldServices } from './use-entry-field-services.tsx'

const loadConflictDialog = async () => (await import('#web/cms/entry-writing/conflict-dialog.tsx')).ConflictDialog

type Props = EntryPageData & { onCreated: (id: string) => void }

export function EntryPage({ onCreated, ...data }: Props) {
  const { entry, model, language, languages, viewer } = data
  const navigate = useNavigate()
  const text = useEntryValues(data, (id) => {
    onCreated(id)
    navigate(hrefOf(id, language, languages[0]), {
      replace: true,
      state: { isCreated: true },
      preventScrollReset: true,
    })
  })
  const people = usePresence({ kind: 'entry', id: entry?.id, viewerId: viewer.id })
  const beside = useBeside(data)
  const comments = useEntryComments(data)
  const { services, goTo } = useEntryFieldServices({ ...data, text, people, beside, comments })
  const history = useEntryHistory(data)
  const ConflictDialog = useLazyModule(loadConflictDialog, text.conflict !== undefined)
  const canWrite = !entry?.isTrashed
  const actions = useEntryActions({
    ...{ model: model.pluralKey, idNow: text.id, language, flush: text.flushOrAsk },
    findHeld() {
      const [path, why] = text.faults.firstHeld() ?? []
      if (path) goTo(path)
      return why
    },
    onCopied: (id) => navigate(hrefOf(id, language, languages[0])),
    onProblem(problem) {
      const faults = faultsOf(problem)
      const [first] = Object.keys(faults)
      text.faults.take(faults)
      if (first) goTo(first)
    },
  })
  const publish = () => void (canWrite && actions.publish())
  useLiveReload(({ type, subject }) =>
    type.startsWith('entry.') ? concerns(data, history.uses, subject?.id) : type.startsWith('content-'),
  )
  useShortcuts({ 'mod+enter': { label: 'Publish', run: publish } }, { group: 'This entry', enabled: canWrite })

  async function beginWith(source: string) {
    const { answer } = await ask<typeof showEntry>('GET', '/api/v1/content-entries/:id', {
      params: { id: entry!.id },
      query: { locale: source },
      waits: true,
    })
    const own = model.fields.filter(({ localized, kind }) => localized && kind !== 'slug')
    const found = own.map(({ key }) => [key, answer?.fields[key]] as const).filter(([, value]) => !isEmpty(value))
    text.fillEmpty(Object.fromEntries(found))
    for (const field of model.fields.filter((one) => hasLocalizedParts(one, services.components))) {
      const own = text.latest()[field.key]
      const filled = filledWith(field, own, answer?.fields[field.key], services.components)
      if (!isSameValue(own, filled)) text.change(field.key, filled)
    }
  }

  const shared = { ...data, text, actions, comments, canWrite }
  const panel = <EntryPanel {...shared} services={services} history={history} onGoTo={goTo} />
  return (
    <Split panel={<SidePanel label="Details">{panel}</SidePanel>}>
      <SplitMain>
        <EntryBar {...shared} people={people} />
        <LanguageTabs {...data} beside={beside} />
        <ScrollArea>
          <div className={classNames('mx-auto px-4 pt-6 pb-24 md:px-10', beside.language ? 'max-w-320' : 'max-w-190')}>
            <StateNotices {...shared} history={history} onGoTo={goTo} onBeginWith={beginWith} />
            <BesideNotice beside={beside} />
            {model.fields.length === 0 && <NoFields {...data} />}
            <FieldServicesContext value={services}>
              <FieldsForm
                fields={beside.language ? inFullWidth(model.fields) : model.fields}
                values={text.values}
                onChange={text.change}
                disabled={!canWrite}
              />
            </FieldServicesContext>
          </div>
          <div className="border-t border-line md:hidden">{panel}</div>
        </ScrollArea>
      </SplitMain>
      <LeaveQuestion text={text} isUnsent={comments.isUnsent} unsaved={unsaved} />
      <EntryDialogs {...shared} services={services} history={history} />
      {text.conflict?.isPutOff === false && ConflictDialog && (
        <ConflictDialog
          conflict={text.conflict}
          conflicts={text.conflicts}
          fields={model.fields}
          components={data.components}
          words={wordsAround(services)}
          onSettle={text.settle}
          onPutOff={text.putOff}
        />
      )}
    </Split>
  )
}

const unsaved = `Some of your changes are not saved on the server. They stay in this browser. You see them when you open this entry here again. Incomplete values and unsent comments are lost.`

const inFullWidth = (fields: FieldOf[]): FieldOf[] => fields.map((field) => ({ ...field, width: 'full' }))

const NoFields = ({ model, viewer }: EntryPageData) => (
  <EmptyState
    icon={Layers}
    title={`${model.name} has no fields yet`}
    actions={
      viewer.isAdmin && <Button href={`/cms/settings/models/${encodeURIComponent(model.key)}`}>Add fields</Button>
    }
  >
    {viewer.isAdmin ? 'The model defines the fields of an entry.' : 'Ask an admin to add fields.'}
  </EmptyState>
)

const concerns = ({ entry }: EntryPageData, uses: EntryHistory['uses'], id: string | undefined) =>
  entry !== null && (id === entry.id || entry.leads.some((lead) => lead.id === id) || uses.some((use) => use.id === id))
