import { useEffect, useState } from 'react'
import type { Batch } from '#contract/bulk/batches.ts'
import type { countMacroUse } from '#contract/tickets/macros.ts'
import type { TicketGroup } from '#contract/tickets/tickets.ts'
import type { CountedView, SavedView } from '#contract/tickets/views.ts'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { SelectMatching } from '#web/lib/batch/select-matching.tsx'
import { usePresences } from '#web/lib/live/use-presences.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { loadRichText } from '#web/service/tickets/composer/editor/load-rich-text.ts'
import type { TicketChange } from '#web/service/tickets/ticket/changes/changes.ts'
import { useTicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import { readOpened } from '#web/service/tickets/ticket/list-context.ts'
import { useLoadAhead } from '#web/service/tickets/ticket/loaded-ahead.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Member, TicketStatus, TicketTeam } from '#web/service/tickets/ticket/types.ts'
import { type ListQuery, takesAssignee, titleOf } from '#web/service/tickets/ticket/views.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { classNames } from '#web/ui/class-names.ts'
import { BulkAction, BulkBar } from '#web/ui/list/bulk-bar.tsx'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useListKeys } from '#web/ui/list/use-list-keys.ts'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { ordersOf } from './bar/orders.ts'
import { AssigneeFilter, SearchBox } from './bar/tool-bar.tsx'
import { type Picker, Pickers } from './changes/pickers.tsx'
import { useChangeKeys } from './changes/use-change-keys.ts'
import { batchWords, ticketNoun, useMatchingTickets } from './changes/use-matching-tickets.ts'
import type { DisplayOf } from './display/use-display.ts'
import { ListPager, usePaging } from './paging.tsx'
import type { DescribedOrders } from './query/describe-orders.ts'
import type { DescribedQuery } from './query/describe-query.ts'
import { queryAsView } from './query/query-as-view.ts'
import { QueryChips } from './query/query-chips.tsx'
import { QueryProblem } from './query/query-problem.tsx'
import type { ListedTicket } from './table/columns.tsx'
import { EmptyList } from './table/empty-list.tsx'
import { TicketTable } from './table/ticket-table.tsx'
import { useGroups } from './table/use-groups.ts'
import { SaveView } from './views/save-view.tsx'

type Props = {
  query: ListQuery
  search: DescribedQuery
  views: CountedView[]
  viewer: Viewer
  members: Member[]
  statuses: TicketStatus[]
  teams: TicketTeam[]
  total: number | null
  page: { items: ListedTicket[]; next: string | null; groups: TicketGroup[] | null }
  view: SavedView | null
  orders: DescribedOrders | null
  display: DisplayOf
  batch: Batch | null
  canWrite: boolean
}

export function TicketList({ query, search, views, viewer, members, total, page, batch, canWrite, ...rest }: Props) {
  const { view, orders, statuses, teams } = rest
  const { display, fields, change: changeDisplay } = rest.display
  const changes = useTicketChanges()
  const tickets = page.items.map(changes.preview)
  const ids = tickets.map(({ id }) => id)
  const selection = useSelection(ids)
  const cursor = useRowCursor(ids, readOpened)
  const loadAhead = useLoadAhead(loadRichText)
  const paging = usePaging({ query, ids, next: page.next, total })
  const [picker, setPicker] = useState<Picker>()
  const hasSelection = selection.selected.size > 0
  const targets = tickets.filter(({ id }) => (hasSelection ? selection.selected.has(id) : id === cursor.cursorId))
  const all = useMatchingTickets(query)
  const isPageSelected = ids.length > 0 && selection.selected.size === ids.length
  const matching = isPageSelected ? all.matching : undefined
  const [toConfirm, setToConfirm] = useState<TicketChange>()
  function run(change: TicketChange) {
    if (matching) return setToConfirm(change)
    changes.run(change, targets)
    countMacro(change)
  }
  const clear = () => {
    all.clear()
    selection.clear()
  }
  const actions = useChangeKeys({
    view: query.view,
    viewer,
    targets,
    run,
    openPicker: setPicker,
    hasTeams: teams.length > 0,
    isAllMatching: matching !== undefined,
    enabled: canWrite,
  })
  const presences = usePresences('ticket', viewer.id)
  const queryText = search.problem ? null : queryAsView(query, search.base, orders)
  const groups = useGroups({ page, display, cursorId: cursor.cursorId, onDisplay: changeDisplay })
  useListKeys({ cursor, selection, noun: 'ticket', group: 'Ticket list', canSelect: canWrite })
  useEffect(() => {
    loadAhead(cursor.cursorId)
  }, [cursor.cursorId, loadAhead])

  return (
    <>
      <ToolBar>
        <SearchBox query={query} label={`Search in ${titleOf(query)}`} members={members} ownKeys={search.ownKeys} />
        {takesAssignee(query.view) && !query.saved && (
          <AssigneeFilter query={query} members={members} viewerId={viewer.id} />
        )}
        <QueryChips query={query} search={search} members={members} />
        <SaveView {...{ query, view, display }} asView={queryText} />
      </ToolBar>
      <BatchReport batch={batch} changes={changes} wordsOf={batchWords} hrefOf={ticketHref} />
      {canWrite && (
        <SelectMatching
          all={all}
          noun={ticketNoun}
          group="Ticket list"
          rows={ids.length}
          isPageSelected={isPageSelected}
          hasOtherPages={page.next !== null || query.cursor !== null}
          onSelectPage={selection.toggleAll}
        />
      )}
      <ScrollArea className={hasSelection ? 'pb-14' : undefined}>
        <div
          data-keeps-focus
          ref={cursor.table}
          className={classNames(
            'h-full',
            tickets.length === 0 && !groups?.sections.length && 'grid place-content-center',
          )}
        >
          {search.problem ? (
            <QueryProblem query={query} problem={search.problem} />
          ) : tickets.length === 0 && !groups?.sections.length ? (
            <EmptyList query={query} views={views} canWrite={canWrite} noMatch={search.noMatch} />
          ) : (
            <TicketTable
              label={titleOf(query)}
              columns={display.columns}
              fields={fields}
              orders={ordersOf(query, orders)}
              tickets={tickets}
              groups={groups}
              members={members}
              presences={presences}
              cursorId={cursor.cursorId}
              selected={selection.selected}
              canSelect={canWrite}
              onSelect={(id, isRange) => (isRange ? selection.selectTo(id) : selection.toggle(id))}
              onSelectAll={selection.toggleAll}
              onCursor={cursor.setCursorId}
              onIntent={loadAhead}
            />
          )}
        </div>
      </ScrollArea>
      {hasSelection && (
        <BulkBar count={matching?.count ?? selection.selected.size} onClear={clear}>
          {actions.map(({ id, run, ...action }) => (
            <BulkAction key={id} {...action} onClick={run} />
          ))}
        </BulkBar>
      )}
      {toConfirm && matching && (
        <ConfirmDialog
          open
          onClose={() => setToConfirm(undefined)}
          title={`Change ${plural(matching.count, ...ticketNoun)}?`}
          confirmLabel="Change"
          onConfirm={() => {
            setToConfirm(undefined)
            all.start(toConfirm)
            countMacro(toConfirm)
            clear()
          }}
        >
          After the change: {toConfirm.done}. No mail is sent about the change. You can undo the change on tickets that
          nobody changes afterwards.
        </ConfirmDialog>
      )}
      <Pickers
        picker={picker}
        count={matching?.count ?? targets.length}
        targets={targets}
        members={members}
        statuses={statuses}
        teams={teams}
        fields={fields}
        viewer={viewer}
        run={run}
        tickets={tickets}
        onMerged={clear}
        onClose={() => setPicker(undefined)}
      />
      <KeyStrip
        keys={stripKeys.filter(({ act }) => !act || actions.some(({ id }) => id === act))}
        hasRow={cursor.cursorId !== undefined}
      >
        <ListPager query={query} rows={tickets.length} next={page.next} total={total} {...paging} />
      </KeyStrip>
    </>
  )
}

const countMacro = ({ macroId }: TicketChange) =>
  macroId && ask<typeof countMacroUse>('POST', '/api/v1/macros/:id/uses', { params: { id: macroId } })

const stripKeys = [
  { keys: ['J', 'K'], label: 'Move' },
  { keys: ['X'], label: 'Select', ofRow: true },
  { keys: ['enter'], label: 'Open', ofRow: true },
  { keys: ['E'], label: 'Solve', ofRow: true, act: 'solve' },
  { keys: ['?'], label: 'All shortcuts' },
]
