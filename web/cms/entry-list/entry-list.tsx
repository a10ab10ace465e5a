import { CircleCheck, Layers, ListFilter, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { EntryBatchChange } from '#contract/content/changes.ts'
import { LanguageLegend } from '#web/cms/entries/entry-marks.tsx'
import { createHref, hrefOf } from '#web/cms/entries/entry-words.ts'
import { batchWords, entryNoun } from '#web/cms/entry-batch/batch-words.ts'
import { CategoryDialog, type ChangeWithDialog, LabelDialog } from '#web/cms/entry-batch/change-dialog.tsx'
import { useWithdrawalQuestion, WithdrawalQuestion } from '#web/cms/entry-batch/withdrawal-question.tsx'
import {
  changeOf,
  EntryBulkBar,
  useChangeKeys,
  useEntryChanges,
  useMatchingEntries,
} from '#web/cms/entry-list/changes/entry-changes.tsx'
import { FilterButton, FilterChips } from '#web/cms/entry-list/filter/entry-filters.tsx'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { SelectMatching } from '#web/lib/batch/select-matching.tsx'
import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { FilterChip } from '#web/ui/list/filter-chip.tsx'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useListKeys } from '#web/ui/list/use-list-keys.ts'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { EntriesPageProps, ListedModel } from './entries.tsx'
import { type EntriesQuery, entriesHref, isFiltered, isWhole, matchOf, type Stage } from './entries-query.ts'
import { EntryFilters } from './filter/entry-filters.tsx'
import { ColumnsButton } from './table/columns-button.tsx'
import { EntryTable } from './table/entry-table.tsx'

type Props = EntriesPageProps & { model: ListedModel | undefined; title: string }

export function EntryList(props: Props) {
  const { query, title, languages, models, model, categories, members, entries, viewer, leads } = props
  const fields = model?.fields ?? []
  const filtered = (filter: string) => entriesHref({ ...query, filter, cursor: null })
  const changes = useEntryChanges()
  const question = useWithdrawalQuestion()
  const ids = entries.items.map(({ id }) => id)
  const selection = useSelection(ids)
  const cursor = useRowCursor(ids)
  const hasSelection = selection.selected.size > 0
  const targets = entries.items.filter(({ id }) => (hasSelection ? selection.selected.has(id) : id === cursor.cursorId))
  useListKeys({ group: 'Content list', noun: 'entry', cursor, selection })
  const all = useMatchingEntries(matchOf(query))
  const isPageSelected = ids.length > 0 && selection.selected.size === ids.length
  const matching = isPageSelected ? all.matching : undefined
  const [dialog, setDialog] = useState<ChangeWithDialog>()
  const clear = () => {
    all.clear()
    selection.clear()
  }
  const run = (change: EntryBatchChange) => {
    if (matching) all.start(change)
    else changes.run(changeOf(change), targets)
    if (matching || dialog) clear()
    setDialog(undefined)
  }
  const categoryFields = fields.filter((field) => field.kind === 'category')
  const acts = useChangeKeys({
    query,
    targets,
    run,
    hasCategories: categoryFields.length > 0,
    onOpenDialog: setDialog,
    onWithdraw: (act, goOn) =>
      question.ask({
        act,
        goOn,
        entries: matching?.count ?? targets.length,
        of: matching ? matchOf(query) : { ids: targets.map(({ id }) => id).join(',') },
      }),
  })
  const dialogProps = {
    count: matching?.count ?? targets.length,
    onClose: () => setDialog(undefined),
    onChange: run,
  }
  return (
    <>
      {/* The tool bar wraps, because its tools can be wider than the list. */}
      <ToolBar>
        <ListSearch
          label={`Search in ${title}`}
          q={query.q}
          hrefOf={(q) => entriesHref({ ...query, q, cursor: null })}
          group="Content list"
          keyLabel="Search entries"
          className="w-56!"
        />
        <EntryFilters {...{ query, categories, members, languages }} />
        {query.label && (
          <FilterChip
            label="Label is "
            value={query.label}
            removeHref={entriesHref({ ...query, label: null, cursor: null })}
          />
        )}
        {model && (
          <>
            <FilterButton filter={query.filter} hrefOf={filtered} {...{ fields, leads, categories }} />
            <ColumnsButton query={query} fields={fields} />
            <FilterChips filter={query.filter} hrefOf={filtered} {...{ fields, leads, categories }} />
          </>
        )}
      </ToolBar>
      {entries.problem && (
        <div className="shrink-0 border-b border-line p-2">
          <Banner tone="danger" action={<Button href={filtered('')}>Clear the filter</Button>}>
            {entries.problem}
          </Banner>
        </div>
      )}
      <BatchReport batch={props.batch} changes={changes} wordsOf={batchWords} hrefOf={(id) => hrefOf(id)} />
      <SelectMatching
        all={all}
        noun={entryNoun}
        group="Content list"
        rows={ids.length}
        isPageSelected={isPageSelected}
        hasOtherPages={entries.next !== null || query.cursor !== null}
        onSelectPage={selection.toggleAll}
      />
      <ScrollArea className={hasSelection ? 'pb-14' : undefined}>
        <div ref={cursor.table} className={entries.items.length === 0 ? 'grid h-full place-content-center' : 'h-full'}>
          {entries.items.length === 0 ? (
            <EmptyEntries {...{ query, model, isAdmin: viewer.isAdmin, hasModels: models.length > 0 }} />
          ) : (
            <EntryTable
              {...{
                label: title,
                query,
                languages,
                members,
                fields,
                entries: entries.items,
                cursorId: cursor.cursorId,
                selected: selection.selected,
              }}
              onSelect={(id, isRange) => (isRange ? selection.selectTo(id) : selection.toggle(id))}
              onSelectAll={selection.toggleAll}
              onCursor={cursor.setCursorId}
            />
          )}
        </div>
      </ScrollArea>
      <WithdrawalQuestion {...question} />
      {dialog === 'label' && <LabelDialog {...dialogProps} />}
      {dialog === 'category' && <CategoryDialog {...dialogProps} fields={categoryFields} categories={categories} />}
      {hasSelection && <EntryBulkBar count={matching?.count ?? selection.selected.size} acts={acts} onClear={clear} />}
      <KeyStrip
        keys={model ? stripKeys : stripKeys.filter(({ label }) => label !== 'Filter')}
        hasRow={cursor.cursorId !== undefined}
      >
        {languages.length > 1 && <LanguageLegend />}
        <CursorPager
          hrefOf={(cursor) => entriesHref({ ...query, cursor })}
          cursor={query.cursor}
          rows={entries.items.length}
          next={entries.next}
          total={totalOf(query, model)}
        />
      </KeyStrip>
    </>
  )
}

const totalOf = (query: EntriesQuery, model: ListedModel | undefined) =>
  model && isWhole(query) ? model.entryCount : null

/** Shortcuts that are shown below the list. The list of all content omits "Filter", because filters need a model. */
const stripKeys = [
  { keys: ['J', 'K'], label: 'Move' },
  { keys: ['X'], label: 'Select', ofRow: true },
  { keys: ['F'], label: 'Filter' },
  { keys: ['enter'], label: 'Edit', ofRow: true },
  { keys: ['mod+enter'], label: 'Publish', ofRow: true },
  { keys: ['?'], label: 'All shortcuts' },
]

type EmptyProps = { query: EntriesQuery; model: ListedModel | undefined; isAdmin: boolean; hasModels: boolean }

function EmptyEntries({ query, model, isAdmin, hasModels }: EmptyProps) {
  if (!hasModels) return <NoModels isAdmin={isAdmin} />
  if (isFiltered(query))
    return (
      <EmptyState
        icon={query.q ? SearchX : ListFilter}
        title={query.q ? 'No entry matches this search' : 'No entry matches these filters'}
        actions={
          <Button href={entriesHref({ model: query.model })}>{query.q ? 'Clear search' : 'Clear filters'}</Button>
        }
      >
        {query.q
          ? 'Entries match if the title or a searchable field contains every word. The search includes drafts.'
          : 'Change or clear the filters to see entries.'}
      </EmptyState>
    )
  if (query.stage)
    return (
      <EmptyState icon={CircleCheck} tone="done" title={stageWords[query.stage]}>
        Entries of any model with this status appear here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Layers}
      title={model ? `No ${model.name.toLowerCase()} yet` : 'No content yet'}
      actions={
        <Button variant="primary" href={createHref(model?.key)} keys="C">
          Write the first entry
        </Button>
      }
    >
      Published entries are delivered to your site and your apps.
    </EmptyState>
  )
}

const stageWords: Record<Stage, string> = {
  draft: 'No drafts',
  in_review: 'Nothing in review',
  scheduled: 'Nothing is scheduled',
  changed: 'No unpublished changes',
  published: 'Nothing is published yet',
  archived: 'The archive is empty',
  trash: 'The trash is empty',
}

const NoModels = ({ isAdmin }: { isAdmin: boolean }) => (
  <EmptyState
    icon={Layers}
    title="No models yet"
    actions={
      isAdmin && (
        <Button variant="primary" href="/cms/settings">
          Create the first model
        </Button>
      )
    }
  >
    {isAdmin
      ? 'A model defines the fields of your entries, such as a title, a picture and a text.'
      : 'An admin creates models in the settings.'}
  </EmptyState>
)
