/** What each mail of the product says: the server gives these, the web's mail templates render them. */
export type MailContents = {
  'sign-in-code': { code: string; workspaceName: string | null; verifyUrl: string; lifeMinutes: number }
  'security-notice': { text: string; url: string; label: string }
  invitation: { workspaceName: string; inviterName: string; url: string; roleName: string; lifeDays: number }
  answer: {
    workspaceName: string
    accentColor: string | null
    agentName: string
    bodyHtml: string
    bodyText: string
    portalUrl: string
    quoted: { author: string; sentAt: string; bodyHtml: string; bodyText: string } | null
    links: { name: string; url: string; size: string }[]
  }
  acknowledgement: {
    workspaceName: string
    accentColor: string | null
    number: number
    subject: string | null
    portalUrl: string
  }
  'agent-notice': { text: string; ticketNumber: number; subject: string; excerpt: string; url: string }
}

export type MailName = keyof MailContents
export type RenderedMail = { html: string; text: string }
export type RenderMail = <N extends MailName>(name: N, content: MailContents[N]) => RenderedMail
