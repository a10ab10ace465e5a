import type { Viewer } from '#web/shell/viewer.ts'
import type {
  Customer,
  Draft,
  Member,
  Message,
  Status,
  SuggestedCopy,
  Ticket,
  TicketEvent,
  TicketRow,
} from './types.ts'

export type TicketPageData = {
  viewer: Viewer
  ticket: Ticket
  messages: Message[]
  events: TicketEvent[]
  draft: Draft | null
  members: Member[]
  /** What an answer leaves behind unless its author chooses. */
  replyStatus: Status
  customer: Customer
  /** Whom an unproven mail named in copy. */
  suggested: SuggestedCopy[]
  recent: TicketRow[]
  /** The server's clock when this was loaded. */
  now: number
  isAhead: boolean
}
