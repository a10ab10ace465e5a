import { useState } from 'react'
import type { Batch } from '#contract/bulk/batches.ts'
import type { ArticleBatchChange, changeArticles, countMatchingArticles } from '#contract/knowledge-base/changes.ts'
import type { InputOf } from '#contract/pages.ts'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { runBatch } from '#web/lib/batch/run-batch.ts'
import { SelectMatching } from '#web/lib/batch/select-matching.tsx'
import { useMatching } from '#web/lib/batch/use-matching.ts'
import { useRowChanges } from '#web/lib/batch/use-row-changes.ts'
import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
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
import { BulkAction, BulkBar } from '#web/ui/list/bulk-bar.tsx'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useListKeys } from '#web/ui/list/use-list-keys.ts'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { FilterBar, filtersOf } from './bar/filter-bar.tsx'
import { type ArticleChange, moveToTrash, publish, unpublish } from './changes/changes.ts'
import { type Picker, Pickers } from './changes/pickers.tsx'
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
  const acts = useChangeKeys({ query, targets, isAll, run, openPicker: setPicker, enabled: canWrite })
  useListKeys({ cursor, selection, noun: 'article', group: 'Article list', canSelect: canWrite })
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
      {hasSelection && (
        <BulkBar count={matching?.count ?? selection.selected.size} onClear={clear}>
          {acts.map(({ id, icon, label, keys, run }) => (
            <BulkAction key={id} icon={icon} label={label} keys={keys} onClick={run} />
          ))}
        </BulkBar>
      )}
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
        <CursorPager
          hrefOf={(cursor) => articlesHref({ ...query, cursor })}
          cursor={query.cursor}
          rows={articles.length}
          next={page.next}
          total={total}
        />
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

// The changes that affect readers. Before such a change is applied to all matching articles, the person must confirm
// it.
const questions = new Map<ArticleChange, { verb: string; words: string }>([
  [publish, { verb: 'Publish', words: 'Readers see the drafts at once.' }],
  [unpublish, { verb: 'Unpublish', words: 'Readers no longer see them. The drafts stay. You can undo this.' }],
  [moveToTrash, { verb: 'Move to the trash', words: 'Readers no longer see them. You can undo this for 30 days.' }],
])

type BatchQuestionProps = {
  change: ArticleChange
  count: number
  onClose: () => void
  onConfirm: (change: ArticleChange) => void
}

function BatchQuestion({ change, count, onClose, onConfirm }: BatchQuestionProps) {
  const { verb, words } = questions.get(change)!
  const title =
    change === moveToTrash ? `Move ${plural(count, 'article')} to the trash?` : `${verb} ${plural(count, 'article')}?`
  return (
    <ConfirmDialog open onClose={onClose} title={title} confirmLabel={verb} onConfirm={() => onConfirm(change)}>
      {words}
    </ConfirmDialog>
  )
}

const start = (body: InputOf<typeof changeArticles>['body']) =>
  ask<typeof changeArticles>('POST', '/api/v1/knowledge-base/article-changes', { body })

const useArticleChanges = () =>
  useRowChanges<ArticleRow, ArticleChange>({
    noun: articleNoun,
    nameOf: ({ title }) => (title ? `“${title}”` : 'Untitled'),
    send(change, articles, onProgress) {
      const [language, ...others] = new Set(articles.map((article) => article.language))
      const body = {
        change: change.inBatch(others.length === 0 ? language : undefined),
        ids: articles.map(({ id }) => id),
      }
      return runBatch(() => start(body), onProgress)
    },
  })

type Query = InputOf<typeof countMatchingArticles>['query']

const useMatchingArticles = (query: Query) =>
  useMatching<Query, ArticleBatchChange>(query, {
    count: (query) => ask<typeof countMatchingArticles>('GET', '/api/v1/knowledge-base/article-count', { query }),
    start: (change, query) => start({ change, query }),
  })
