import { sendHeldMessage } from './replies/send-reply.ts'

export const conversationJobs = [sendHeldMessage]
