import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailContents, MailName, RenderMail } from '#contract/mails.ts'
import { Acknowledgement, acknowledgementSubject, acknowledgementText } from './acknowledgement.tsx'
import { AddressCode, addressCodeSubject, addressCodeText } from './address-code.tsx'
import { Answer, answerSubject, answerText } from './answer.tsx'
import { FailedPlan, failedPlanSubject, failedPlanText } from './content/failed-plan.tsx'
import { FormerKeys, formerKeysSubject, formerKeysText } from './content/former-keys.tsx'
import { HandedOver, handedOverSubject, handedOverText } from './content/handed-over.tsx'
import { Mention, mentionSubject, mentionText } from './content/mention.tsx'
import { Review, reviewSubject, reviewText } from './content/review.tsx'
import { Invitation, invitationSubject, invitationText } from './invitation.tsx'
import { SecurityNotice, securityNoticeSubject, securityNoticeText } from './security-notice.tsx'
import { SignInCode, signInCodeSubject, signInCodeText } from './sign-in-code.tsx'
import { Solved, solvedSubject, solvedText } from './solved.tsx'
import { AgentNotice, agentNoticeSubject, agentNoticeText } from './tickets/agent-notice.tsx'
import { UnsentAnswer, unsentAnswerSubject, unsentAnswerText } from './tickets/unsent-answer.tsx'
import { Waiting, waitingSubject, waitingText } from './tickets/waiting.tsx'

/** A mail as a page, what it is about, and its paragraphs as plain text. */
type Template<N extends MailName> = {
  subject: (content: MailContents[N]) => string
  page: (content: MailContents[N]) => ReactElement
  text: (content: MailContents[N]) => string[]
}

const templates: { [N in MailName]: Template<N> } = {
  'sign-in-code': { subject: signInCodeSubject, page: SignInCode, text: signInCodeText },
  'address-code': { subject: addressCodeSubject, page: AddressCode, text: addressCodeText },
  'security-notice': { subject: securityNoticeSubject, page: SecurityNotice, text: securityNoticeText },
  invitation: { subject: invitationSubject, page: Invitation, text: invitationText },
  answer: { subject: answerSubject, page: Answer, text: answerText },
  acknowledgement: { subject: acknowledgementSubject, page: Acknowledgement, text: acknowledgementText },
  solved: { subject: solvedSubject, page: Solved, text: solvedText },
  'unsent-answer': { subject: unsentAnswerSubject, page: UnsentAnswer, text: unsentAnswerText },
  waiting: { subject: waitingSubject, page: Waiting, text: waitingText },
  review: { subject: reviewSubject, page: Review, text: reviewText },
  mention: { subject: mentionSubject, page: Mention, text: mentionText },
  'handed-over': { subject: handedOverSubject, page: HandedOver, text: handedOverText },
  'failed-plan': { subject: failedPlanSubject, page: FailedPlan, text: failedPlanText },
  'former-keys': { subject: formerKeysSubject, page: FormerKeys, text: formerKeysText },
  'agent-notice': { subject: agentNoticeSubject, page: AgentNotice, text: agentNoticeText },
}

export const renderMail: RenderMail = (name, content) => {
  const { subject, page: Page, text } = templates[name]
  return {
    subject: subject(content),
    html: `<!doctype html>${renderToStaticMarkup(<Page {...content} />)}`,
    text: `${text(content).join('\n\n')}\n`,
  }
}
