import { z } from 'zod'
import { job } from '#server/platform/jobs.ts'
import type { SuggestForRequest } from './content/compose-automatic.ts'
import { hurryWaiting, outgoingJobs } from './deliveries/send-outgoing.ts'
import { forgetOldContent } from './queries/outgoing-mails.ts'

const forgetOldContents = job('mail.forget-old-contents', z.object({}), (_, { inEach }) =>
  inEach(async (tx) => {
    await forgetOldContent(tx)
  }),
)

export const outgoingMailJobs = (suggestForRequest: SuggestForRequest) => [
  ...outgoingJobs(suggestForRequest),
  hurryWaiting,
  forgetOldContents,
]

export const outgoingMailTimetable = [{ cron: '51 2 * * *', job: forgetOldContents }]
