import type { ArticleHit } from '#contract/knowledge-base/search.ts'
import type { TicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import type { TicketPageData } from '#web/service/tickets/ticket/ticket-page-data.ts'
import type { Following } from '#web/service/tickets/ticket-page/use-following.ts'

export type PanelProps = Pick<
  TicketPageData,
  | (
      | 'viewer'
      | 'ticket'
      | 'messages'
      | 'merged'
      | 'links'
      | 'incidents'
      | 'told'
      | 'followers'
      | 'members'
      | 'customer'
      | 'recent'
    )
  | ('suggested' | 'languages' | 'fields' | 'customerFields' | 'statuses' | 'teams')
> & {
  changes: TicketChanges
  following: Following
  canWrite: boolean
  /** How often the viewer tried to solve the ticket while fields that this requires were empty. */
  solveTries: number
  onInsert: (article: ArticleHit) => void
}
