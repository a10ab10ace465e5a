import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import { hurryWaiting, sendOutgoing, sendUnsolicited } from './deliveries/send-outgoing.ts'
import { forgetOldContent } from './queries/outgoing-mails.ts'

const forgetOldContents = job('mail.forget-old-contents', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    await forgetOldContent(tx)
  }),
)

export const outgoingMailJobs = [sendOutgoing, sendUnsolicited, hurryWaiting, forgetOldContents]

export const outgoingMailTimetable = [{ cron: '51 2 * * *', job: forgetOldContents }]
