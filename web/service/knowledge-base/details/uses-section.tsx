import type { ArticleUse, listUses } from '#contract/help/article-uses.ts'
import { ShowOlder } from '#web/lib/list/show-older.tsx'
import { useMore } from '#web/lib/list/use-more.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

export type Uses = {
  counts: { replies: number; customers: number; olderCustomers: number }
  first: { items: ArticleUse[]; next: string | null }
}

export function UsesSection({ articleId, uses: { counts, first } }: { articleId: string; uses: Uses }) {
  const isOlder = counts.olderCustomers > 0 ? 'true' : undefined
  const { items, ...more } = useMore(first, (cursor) =>
    ask<typeof listUses>('GET', '/api/v1/knowledge-base/articles/:id/uses', {
      params: { id: articleId },
      query: { isOlder, limit: '10', cursor },
    }),
  )
  if (counts.replies === 0) return null
  return (
    <PanelSection title="In replies">
      <p className="text-ink-2">
        Sent to {plural(counts.customers, 'customer')} in{' '}
        {counts.replies === 1 ? 'a reply' : `${counts.replies} replies`}.
      </p>
      {isOlder && <p className="mt-1">{plural(counts.olderCustomers, 'customer')} received an earlier version:</p>}
      <ol className="mt-2 grid gap-2">
        {items.map(({ id, ticket, customer, usedAt }) => (
          <li key={id} className="min-w-0">
            <TextLink href={ticketHref(ticket.id)} className="block truncate">
              {customer.name}
            </TextLink>
            <p className="truncate text-meta text-ink-3">
              #{ticket.number} {ticket.subject}, <Time at={usedAt} />
            </p>
          </li>
        ))}
      </ol>
      <ShowOlder {...more} />
    </PanelSection>
  )
}
