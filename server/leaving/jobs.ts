import { handOverTickets } from './hand-over-tickets.ts'
import { keepHeldReplies } from './keep-held-replies.ts'

export const leavingJobs = [handOverTickets, keepHeldReplies]
