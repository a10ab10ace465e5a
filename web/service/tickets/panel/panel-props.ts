import type { TicketPageData } from '#web/service/tickets/ticket-page-data.ts'
import type { TicketChanges } from '#web/service/tickets/use-ticket-changes.ts'

export type PanelProps = Pick<TicketPageData, 'viewer' | 'ticket' | 'members' | 'customer' | 'recent'> & {
  changes: TicketChanges
  canWrite: boolean
}
