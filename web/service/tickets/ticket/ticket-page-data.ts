import type { MessagePage } from '#web/lib/conversation/conversation-pages.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import type { Customer, Draft, Member, Status, SuggestedCopy, Ticket, TicketEvent, TicketRow } from './types.ts'

export type TicketPageData = {
  viewer: Viewer
  ticket: Ticket
  /** The latest page of the conversation. */
  messages: MessagePage
  events: TicketEvent[]
  draft: Draft | null
  members: Member[]
  /** What an answer leaves behind unless its author chooses. */
  replyStatus: Status
  customer: Customer
  /** Whom an unproven mail named in copy. */
  suggested: SuggestedCopy[]
  recent: TicketRow[]
  /** Those that the workspace writes in. */
  languages: string[]
  /** The server's clock when this was loaded. */
  now: number
  isAhead: boolean
}
