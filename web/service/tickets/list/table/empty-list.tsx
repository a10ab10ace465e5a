import { CircleCheck, Inbox, ListFilter, SearchX, TriangleAlert } from 'lucide-react'
import type { CountedView } from '#contract/tickets/views.ts'
import type { showWorkspace } from '#contract/workspace/settings.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'
import { emptyWords, isEdited, type ListQuery, listHref, type OpenView } from '#web/service/tickets/ticket/views.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Props = {
  query: ListQuery
  views: CountedView[]
  canWrite: boolean
  /** What the list says if no ticket matches the query. */
  noMatch: string
}

export function EmptyList({ query, views, canWrite, noMatch }: Props) {
  if (query.saved && !isEdited(query)) return <EmptySaved view={query.saved} />
  if (query.q)
    return (
      <NoMatch query={query} noun="search">
        {noMatch}
      </NoMatch>
    )
  if (query.assignee)
    return (
      <NoMatch query={query} noun="filter">
        This view has no ticket with this assignee.
      </NoMatch>
    )
  const countOf = (view: string) => views.find(({ id }) => id === view)?.count ?? 0
  const isNew = countOf('all') === 0 && (query.view === 'active' || query.view === 'all')
  const { title, text, isDone } = emptyWords[isNew ? 'all' : query.view]
  const mine = countOf('mine')
  return (
    <EmptyState
      icon={isDone && !isNew ? CircleCheck : Inbox}
      tone={isDone && !isNew ? 'done' : 'neutral'}
      title={title}
      actions={
        isNew && canWrite ? (
          <Button href="/service/tickets/create" keys="C">
            New ticket
          </Button>
        ) : (
          query.view === 'unassigned' &&
          mine > 0 && <TextLink href={listHref({ view: 'mine' })}>Go to my tickets</TextLink>
        )
      }
    >
      {text}
      {isNew && <SupportAddress />}
    </EmptyState>
  )
}

const EmptySaved = ({ view: { missing, canChange } }: { view: OpenView }) =>
  missing ? (
    <EmptyState icon={TriangleAlert} tone="error" title="This view is broken">
      {missing}. {canChange ? 'Change its filters and save the view.' : 'Its author or an admin can change it.'}
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title="No tickets in this view">
      Tickets that match the filters of the view are shown here.
    </EmptyState>
  )

function SupportAddress() {
  const { answer } = useAnswer('workspace', (signal) =>
    ask<typeof showWorkspace>('GET', '/api/v1/workspace', { signal }),
  )
  return (
    <span className="mt-2 flex min-h-7 items-center justify-center gap-1">
      {answer && (
        <>
          <span className="wrap-anywhere text-ink">{answer.supportAddress}</span>
          <CopyButton text={answer.supportAddress} label="Copy the address" />
        </>
      )}
    </span>
  )
}

function NoMatch({ query, noun, children }: { query: ListQuery; noun: 'filter' | 'search'; children: string }) {
  const isSearch = noun === 'search'
  const { view, q, assignee } = query
  return (
    <EmptyState
      icon={isSearch ? SearchX : ListFilter}
      title={`No ticket matches this ${noun}`}
      actions={
        <>
          <Button href={listHref({ ...query, ...(isSearch ? { q: '' } : { assignee: null }), cursor: null })}>
            {`Clear ${noun}`}
          </Button>
          {view !== 'all' && (
            <Button variant="ghost" href={listHref({ view: 'all', ...(isSearch ? { q } : { assignee }) })}>
              {isSearch ? 'Search all tickets' : 'Filter all tickets'}
            </Button>
          )}
        </>
      }
    >
      {children}
    </EmptyState>
  )
}
