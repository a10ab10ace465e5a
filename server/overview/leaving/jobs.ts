import { handOverContent } from './hand-over-content.ts'
import { handOverTickets } from './hand-over-tickets.ts'
import { keepHeldReplies } from './keep-held-replies.ts'
import { mailTaker } from './mail-takers.ts'

export const leavingJobs = [handOverTickets, handOverContent, keepHeldReplies, mailTaker]
