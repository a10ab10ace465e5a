import { publishHeldMessage } from './replies/hold-reply.ts'

export const conversationJobs = [publishHeldMessage]
