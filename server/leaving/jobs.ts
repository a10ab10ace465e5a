import { handOverContent } from './hand-over-content.ts'
import { handOverTickets } from './hand-over-tickets.ts'
import { keepHeldReplies } from './keep-held-replies.ts'

export const leavingJobs = [handOverTickets, handOverContent, keepHeldReplies]
