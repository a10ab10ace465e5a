import type { Batch } from '#contract/bulk/batches.ts'
import type { CustomField, TicketField } from '#contract/fields/custom-fields.ts'
import type { MessagePage } from '#web/lib/conversation/conversation-pages.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import type {
  Customer,
  Draft,
  Follower,
  IncidentPage,
  Member,
  MergedTicket,
  SideConversation,
  Status,
  SuggestedCopy,
  Ticket,
  TicketEvent,
  TicketLink,
  TicketRow,
  TicketStatus,
  TicketTeam,
  ToldPage,
} from './types.ts'

export type TicketPageData = {
  viewer: Viewer
  ticket: Ticket
  messages: MessagePage
  events: TicketEvent[]
  merged: MergedTicket[]
  sideConversations: SideConversation[]
  links: TicketLink[]
  /** Null: the ticket is not a problem. */
  incidents: IncidentPage | null
  told: ToldPage | null
  /** The last replies of the viewer to incidents, if the ticket is their problem. */
  batch: Batch | null
  followers: Follower[]
  draft: Draft | null
  members: Member[]
  statuses: TicketStatus[]
  teams: TicketTeam[]
  replyStatus: Status
  /** The lines below a reply of the viewer by mail. */
  signature: string[]
  customer: Customer
  suggested: SuggestedCopy[]
  recent: TicketRow[]
  languages: string[]
  fields: TicketField[]
  customerFields: CustomField[]
  now: number
  isAhead: boolean
}
