import { renderToStaticMarkup } from 'react-dom/server'
import type { MailContents, MailName, RenderMail } from '#contract/mails.ts'
import { addressCode, invitation, securityNotice, signInCode } from './account-mails.ts'
import { answer } from './answer.tsx'
import { failedPlan, formerKeys, handedOver, mention, review } from './content-mails.ts'
import type { Mail } from './notice.tsx'
import { acknowledgement, agentNotice, solved, unsentAnswer, waiting } from './ticket-mails.ts'

const templates: { [N in MailName]: (content: MailContents[N]) => Mail } = {
  'sign-in-code': signInCode,
  'address-code': addressCode,
  'security-notice': securityNotice,
  invitation,
  answer,
  acknowledgement,
  solved,
  'unsent-answer': unsentAnswer,
  waiting,
  review,
  mention,
  'handed-over': handedOver,
  'failed-plan': failedPlan,
  'former-keys': formerKeys,
  'agent-notice': agentNotice,
}

export const renderMail: RenderMail = (name, content) => {
  const { subject, page, text } = templates[name](content)
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(page)}`,
    text: `${text.join('\n\n')}\n`,
  }
}
