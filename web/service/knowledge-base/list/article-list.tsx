import { useState } from 'react'
import type { Batch } from '#contract/bulk/batches.ts'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { SelectMatching } from '#web/lib/batch/select-matching.tsx'
import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import {
  type ArticlesQuery,
  articlesHref,
  matchOf,
  shownLanguage,
} from '#web/service/knowledge-base/article/articles-query.ts'
import { articleNoun, batchWords } from '#web/service/knowledge-base/article/batch-words.ts'
import type { ArticleRow, CategoryLine, Member, Report } from '#web/service/knowledge-base/article/types.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { FilterBar, filtersOf } from './bar/filter-bar.tsx'
import { BatchQuestion, questions } from './changes/batch-question.tsx'
import { BulkActions } from './changes/bulk-actions.tsx'
import type { ArticleChange } from './changes/changes.ts'
import { type Picker, Pickers } from './changes/pickers.tsx'
import { useArticleChanges, useMatchingArticles } from './changes/use-article-changes.ts'
import { useChangeKeys } from './changes/use-change-keys.ts'
import { ArticleTable } from './table/article-table.tsx'
import { EmptyArticles } from './table/empty-articles.tsx'

type Props = {
  title: string
  query: ArticlesQuery
  report: Report
  categories: CategoryLine[]
  members: Member[]
  page: { items: ArticleRow[]; next: string | null }
  viewerId: string
  total: number | null
  canWrite: boolean
  batch: Batch | null
}

export function ArticleList({ title, query, report, categories, members, page, viewerId, ...props }: Props) {
  const { total, canWrite } = props
  const changes = useArticleChanges()
  const articles = page.items.map(changes.preview)
  const ids = articles.map(({ id }) => id)
  const selection = useSelection(ids)
  const cursor = useRowCursor(ids)
  const [picker, setPicker] = useState<Picker>()
  const hasSelection = selection.selected.size > 0
  const targets = page.items.filter(({ id }) => (hasSelection ? selection.selected.has(id) : id === cursor.cursorId))
  const all = useMatchingArticles(matchOf(query))
  const isPageSelected = ids.length > 0 && selection.selected.size === ids.length
  const matching = isPageSelected ? all.matching : undefined
  const [toConfirm, setToConfirm] = useState<ArticleChange>()
  const clear = () => {
    all.clear()
    selection.clear()
  }
  function startOnAll(change: ArticleChange) {
    setToConfirm(undefined)
    all.start(change.inBatch(shownLanguage(query)))
    clear()
  }
  function run(change: ArticleChange) {
    if (!matching) changes.run(change, targets)
    else if (questions.has(change)) setToConfirm(change)
    else startOnAll(change)
  }
  const isAll = matching !== undefined
  const act = useChangeKeys({ query, targets, isAll, run, openPicker: setPicker, enabled: canWrite })
  useListKeys({ cursor, selection, canWrite })
  const languages = report.languages.map(({ language }) => language)

  return (
    <>
      <ToolBar>
        <ListSearch
          label={`Search in ${title}`}
          q={query.q}
          hrefOf={(q) => articlesHref({ ...query, q, cursor: null })}
          group="Article list"
          keyLabel="Search articles"
          className="w-60! shrink-0 max-md:w-44!"
        />
        <FilterBar query={query} filters={filtersOf({ members, labels: report.labels, languages })} />
      </ToolBar>
      <BatchReport batch={props.batch} changes={changes} wordsOf={batchWords} hrefOf={articleHref} />
      {canWrite && (
        <SelectMatching
          all={all}
          noun={articleNoun}
          group="Article list"
          rows={ids.length}
          isPageSelected={isPageSelected}
          hasOtherPages={page.next !== null || query.cursor !== null}
          onSelectPage={selection.toggleAll}
        />
      )}
      <ScrollArea className={hasSelection ? 'pb-14' : undefined}>
        <div ref={cursor.table} className={classNames('h-full', articles.length === 0 && 'grid place-content-center')}>
          {articles.length === 0 ? (
            <EmptyArticles query={query} total={report.articles} canWrite={canWrite} />
          ) : (
            <ArticleTable
              query={query}
              {...{ label: title, articles, members, cursorId: cursor.cursorId, selected: selection.selected }}
              canSelect={canWrite}
              onSelect={(id, isRange) => (isRange ? selection.selectTo(id) : selection.toggle(id))}
              onSelectAll={selection.toggleAll}
              onCursor={cursor.setCursorId}
            />
          )}
        </div>
      </ScrollArea>
      {hasSelection && <BulkActions count={matching?.count ?? selection.selected.size} act={act} onClear={clear} />}
      {toConfirm && matching && (
        <BatchQuestion
          change={toConfirm}
          count={matching.count}
          onClose={() => setToConfirm(undefined)}
          onConfirm={startOnAll}
        />
      )}
      <Pickers
        {...{ picker, targets, categories, members, viewerId, run }}
        matching={matching?.count}
        labels={report.labels}
        onClose={() => setPicker(undefined)}
      />
      <KeyStrip keys={stripKeys} hasRow={cursor.cursorId !== undefined}>
        <ArticlePager query={query} rows={articles.length} next={page.next} total={total} />
      </KeyStrip>
    </>
  )
}

const stripKeys = [
  { keys: ['J', 'K'], label: 'Move' },
  { keys: ['X'], label: 'Select', ofRow: true },
  { keys: ['enter'], label: 'Edit', ofRow: true },
  { keys: ['F'], label: 'Filter' },
  { keys: ['mod+enter'], label: 'Publish', ofRow: true },
  { keys: ['?'], label: 'All shortcuts' },
]

type Keys = { cursor: ReturnType<typeof useRowCursor>; selection: ReturnType<typeof useSelection>; canWrite: boolean }

function useListKeys({ cursor, selection, canWrite }: Keys) {
  const group = 'Article list'
  const { cursorId } = cursor
  useShortcuts(
    {
      j: { label: 'Next article', run: () => cursor.move(1) },
      k: { label: 'Previous article', run: () => cursor.move(-1) },
    },
    { group },
  )
  useShortcuts(
    {
      x: { label: 'Select the article', run: () => cursorId && selection.toggle(cursorId) },
      'shift+x': { label: 'Select up to the article', run: () => cursorId && selection.selectTo(cursorId) },
    },
    { group, enabled: canWrite },
  )
  useShortcuts(
    { esc: { label: 'Clear the selection', run: selection.clear } },
    { group, enabled: selection.selected.size > 0 },
  )
}

type ArticlePagerProps = { query: ArticlesQuery; rows: number; next: string | null; total: number | null }

const ArticlePager = ({ query, ...page }: ArticlePagerProps) => (
  <CursorPager hrefOf={(cursor) => articlesHref({ ...query, cursor })} cursor={query.cursor} {...page} />
)
