import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MailContents, MailName, RenderMail } from '#contract/mails.ts'
import { Acknowledgement, acknowledgementText } from './acknowledgement.tsx'
import { AgentNotice, agentNoticeText } from './agent-notice.tsx'
import { Answer, answerText } from './answer.tsx'
import { Invitation, invitationText } from './invitation.tsx'
import { SecurityNotice, securityNoticeText } from './security-notice.tsx'
import { SignInCode, signInCodeText } from './sign-in-code.tsx'

/** A mail as a page, and its paragraphs as plain text. */
type Template<N extends MailName> = {
  page: (content: MailContents[N]) => ReactElement
  text: (content: MailContents[N]) => string[]
}

const templates: { [N in MailName]: Template<N> } = {
  'sign-in-code': { page: SignInCode, text: signInCodeText },
  'security-notice': { page: SecurityNotice, text: securityNoticeText },
  invitation: { page: Invitation, text: invitationText },
  answer: { page: Answer, text: answerText },
  acknowledgement: { page: Acknowledgement, text: acknowledgementText },
  'agent-notice': { page: AgentNotice, text: agentNoticeText },
}

export const renderMail: RenderMail = (name, content) => {
  const { page: Page, text } = templates[name]
  return {
    html: `<!doctype html>${renderToStaticMarkup(<Page {...content} />)}`,
    text: `${text(content).join('\n\n')}\n`,
  }
}
