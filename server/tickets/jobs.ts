import { publishHeldMessage } from './hold-reply.ts'

export const conversationJobs = [publishHeldMessage]
