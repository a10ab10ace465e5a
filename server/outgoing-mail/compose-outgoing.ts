import type { JobContext } from '#server/platform/jobs.ts'
import { composeAcknowledgement } from './compose-acknowledgement.ts'
import { composeAgentNotice } from './compose-agent-notice.ts'
import { composeAnswer } from './compose-answer.ts'
import type { ClaimedMail } from './queries.ts'

const composers = {
  answer: composeAnswer,
  acknowledgement: composeAcknowledgement,
  'agent-notice': composeAgentNotice,
} as const

/** The mail as it goes, from what the database says now; null when what it was about is gone. */
export const composeOutgoing = (context: JobContext, mail: ClaimedMail) =>
  composers[mail.kind as keyof typeof composers](context, mail)
