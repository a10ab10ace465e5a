import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Batch } from '#contract/bulk/batches.ts'
import {
  type changeStatus,
  countStatuses,
  type deleteStatus,
  listStatuses,
  type TicketStatus,
} from '#contract/tickets/statuses.ts'
import { statuses as categories, customerStatusLabels } from '#contract/tickets/ticket-values.ts'
import { api } from '#web/lib/api.ts'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { endedWords } from '#web/lib/batch/batch-words.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { useMoves } from '#web/lib/tree/use-moves.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { SortedRows } from '#web/service/settings/sorted-rows.tsx'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { Button } from '#web/ui/button/button.tsx'
import { type Status, StatusPill, statusLabel } from '#web/ui/mark/status-pill.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/statuses.ts'

export const meta = () => [{ title: 'Statuses · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  const { call } = context.get(api)
  const [statuses, counts, batch] = await Promise.all([
    call(listStatuses, {}),
    call(countStatuses, {}),
    loadLastBatch(call, 'status-deletion'),
  ])
  return { statuses: statuses.items, counts: counts.items, batch }
}

const descriptions: Record<Status, string> = {
  new: 'Nobody has worked on the ticket yet.',
  open: 'The team works on the ticket. A reply of the customer sets the default.',
  pending: 'The team waits for the customer.',
  on_hold: 'The team waits for somebody else.',
  solved: 'The request is settled. Customers can still reopen it.',
  closed: 'The product closes tickets some days after they were solved.',
}

const loadDialog = () => import('./status-dialog.tsx')
type Edited = { status: TicketStatus | null; category: Status }

export default function Statuses({ loaderData: { statuses, counts, batch } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<Edited>()
  const [questioned, setQuestioned] = useState<TicketStatus>()
  const dialog = useLazyModule(loadDialog, edited !== undefined)
  useLiveReload(({ type }) => type === 'statuses.changed' || type === 'batch.changed')
  const countOf = (status: TicketStatus) => counts.find(({ id }) => id === status.id)?.count ?? 0
  const deleting = useWrite(
    ({ id }: TicketStatus) => ask<typeof deleteStatus>('DELETE', '/api/v1/statuses/:id', { params: { id } }),
    { done: (_, { name }) => ({ text: `${name} deleted` }), tellsProblem: true },
  )
  return (
    <SettingsFrame title="Statuses">
      <BatchReport batch={batch} wordsOf={batchWords} hrefOf={ticketHref} />
      <ScrollArea>
        <SettingsForm>
          {categories.map((category) => (
            <SettingsSection key={category} title={statusLabel(category)} description={descriptions[category]}>
              <StatusList
                category={category}
                statuses={statuses.filter((status) => status.category === category)}
                countOf={countOf}
                onEdit={(status) => setEdited({ status, category })}
                onDelete={setQuestioned}
              />
              {category !== 'closed' && (
                <p>
                  <Button
                    icon={Plus}
                    busy={edited?.status === null && edited.category === category && !dialog}
                    onClick={() => setEdited({ status: null, category })}
                  >
                    Add a status<span className="sr-only"> to {statusLabel(category)}</span>
                  </Button>
                </p>
              )}
            </SettingsSection>
          ))}
        </SettingsForm>
      </ScrollArea>
      {edited && dialog && <dialog.StatusDialog {...edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        open={questioned !== undefined}
        onClose={() => setQuestioned(undefined)}
        title={`Delete ${questioned?.name ?? 'this status'}?`}
        confirmLabel="Delete status"
        onConfirm={() => {
          deleting.write(questioned!)
          setQuestioned(undefined)
        }}
      >
        {questioned && (
          <>
            {countOf(questioned) === 0
              ? 'No ticket has this status.'
              : `${plural(countOf(questioned), 'ticket gets', 'tickets get')} the default status of ${statusLabel(questioned.category)}. You can undo this on this page.`}{' '}
            Saved searches with this status stop working.
          </>
        )}
      </ConfirmDialog>
    </SettingsFrame>
  )
}

type ListProps = {
  category: Status
  statuses: TicketStatus[]
  countOf: (status: TicketStatus) => number
  onEdit: (status: TicketStatus) => void
  onDelete: (status: TicketStatus) => void
}

function StatusList({ category, statuses, countOf, onEdit, onDelete }: ListProps) {
  // A status takes the position of the status before which it is placed.
  const moves = useMoves(
    statuses.map((status) => ({ ...status, parent: null })),
    (id, { before }) => {
      const position = statuses.find((status) => status.id === before)?.position ?? statuses.at(-1)!.position + 1
      return ask<typeof changeStatus>('PATCH', '/api/v1/statuses/:id', { params: { id }, body: { position } })
    },
  )
  const byId = new Map(moves.shown.map((status) => [status.id, status]))
  return (
    <>
      {moves.problem && <Banner tone="danger">{moves.problem.detail}</Banner>}
      <SortedRows label={statusLabel(category)} ids={[...byId.keys()]} onMove={(_, id, place) => moves.move(id, place)}>
        {(id) => {
          const status = byId.get(id)!
          const { name, color, customerLabel, isDefault } = status
          return (
            <>
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 py-2">
                <StatusPill status={category} label={name} color={color} />
                <span className="text-meta text-ink-3">
                  {isDefault && 'Default · '}
                  {countWords(countOf(status))} · Customers see “{customerLabel || customerStatusLabels[category]}”
                </span>
              </span>
              <span className="flex shrink-0">
                <Button variant="ghost" aria-label={`Edit ${name}`} onClick={() => onEdit(status)}>
                  Edit
                </Button>
                {!isDefault && (
                  <Button variant="ghost" aria-label={`Delete ${name}`} onClick={() => onDelete(status)}>
                    Delete
                  </Button>
                )}
              </span>
            </>
          )
        }}
      </SortedRows>
    </>
  )
}

const mostCounted = 10_000
const countWords = (count: number) => (count >= mostCounted ? '10,000+ tickets' : plural(count, 'ticket'))

function batchWords(batch: Batch) {
  const { name } = batch.input as { name: string }
  return batch.undoes
    ? { doing: `Restoring ${name}`, ended: endedWords(batch, `got the status ${name} again`, ['ticket', 'tickets']) }
    : { doing: `Deleting ${name}`, ended: endedWords(batch, `moved from ${name}`, ['ticket', 'tickets']) }
}
