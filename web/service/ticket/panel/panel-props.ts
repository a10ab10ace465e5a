import type { TicketChanges } from '#web/service/tickets/changes/use-ticket-changes.ts'
import type { TicketPageData } from '#web/service/tickets/ticket-page-data.ts'

export type PanelProps = Pick<TicketPageData, 'viewer' | 'ticket' | 'members' | 'customer' | 'recent' | 'suggested'> & {
  changes: TicketChanges
  canWrite: boolean
}
