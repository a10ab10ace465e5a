import { sendHeldMessage } from './replies/hold-reply.ts'

export const conversationJobs = [sendHeldMessage]
