import type { DeliveryReason } from './workspace/delivery-reasons.ts'

/** Events of sign-in that a person is notified of. */
export type SecurityNotice = 'refresh-token-reused' | 'new-device' | 'address-changed'

export type AgentNotice =
  | { code: 'customerReplied'; actorName: string }
  | { code: 'assigned'; actorName: string | null }
  | { code: 'deliveryFailed'; failed: { recipient: string; reason: DeliveryReason | null }[] }

export const handedKinds = ['tickets', 'articles', 'entries', 'articleReviews', 'entryReviews'] as const
export type HandedKind = (typeof handedKinds)[number]

type HandedOver = {
  kind: HandedKind
  count: number
  /** Some of it by name, if the reader may open it. */
  some: { title: string; url: string }[]
  /** The list with all of it; null if the reader has no such list. */
  listUrl: string | null
}

/** The content of each mail of the product. The server provides it, the web's mail templates render it. */
export type MailContents = {
  'sign-in-code': { code: string; workspaceName: string | null; verifyUrl: string; lifeMinutes: number }
  /** To the current address or to the new one. `workspaceName` is null for the team. */
  'address-code': {
    code: string
    to: 'old' | 'new'
    newAddress: string
    workspaceName: string | null
    lifeMinutes: number
  }
  'security-notice': {
    notice: SecurityNotice
    workspaceName: string | null
    url: string
    device?: string
    network?: string
    newAddress?: string
  }
  invitation: {
    workspaceName: string
    inviterName: string
    url: string
    role: 'AdminUser' | 'TeamUser'
    lifeDays: number
  }
  answer: {
    /** The same as the customer's. */
    subject: string
    workspaceName: string
    accentColor: string | null
    agentName: string
    bodyHtml: string
    bodyText: string
    portalUrl: string
    quoted: { author: string; sentAt: string; bodyHtml: string; bodyText: string } | null
    links: { name: string; url: string; size: string }[]
    /** It solves the request. */
    isSolved: boolean
  }
  acknowledgement: {
    workspaceName: string
    accentColor: string | null
    number: number
    /** Null if the address was never verified, because a stranger may have written it. */
    request: { subject: string; mailSubject: string } | null
    /** None if the address was never verified. */
    articles: { title: string; url: string }[]
    portalUrl: string
  }
  solved: {
    workspaceName: string
    accentColor: string | null
    number: number
    /** Null if a stranger may have written it. */
    request: { subject: string; mailSubject: string } | null
    portalUrl: string
  }
  'unsent-answer': { ticketNumber: number; subject: string; url: string }
  waiting: {
    workspaceName: string
    /** The address for own requests. */
    address: string
  }
  mention: {
    /** Why the reader gets it: mentioned, responsible for the text, or author of the comment that is answered. */
    about: 'mention' | 'remark' | 'answer'
    actorName: string
    /** The thing, and the field or block of the comment. */
    title: string
    field: string | null
    excerpt: string
    url: string
  }
  review: {
    kind: 'asked' | 'ended'
    actorName: string
    title: string
    noun: 'article' | 'entry'
    model: string | null
    /** What has to change; empty without a comment. */
    said: string
    url: string
  }
  /** Former API names that end soon while programs still use them. */
  'former-keys': {
    model: string
    keys: {
      formerKey: string
      key: string
      until: string
      /** Names of API keys; null for visitors, who have none. */
      askedBy: (string | null)[]
    }[]
    url: string
  }
  'handed-over': {
    workspaceName: string
    /** Who deactivated the member; null if they left themselves. */
    actorName: string | null
    leaverName: string
    handed: HandedOver[]
  }
  'failed-plan': {
    /** Who scheduled it, if they left the team and the reader owns it now; null if it was the reader. */
    plannedBy: string | null
    planned: 'publish' | 'unpublish'
    title: string
    noun: 'article' | 'entry'
    /** The kind of entry. */
    model: string | null
    language: string | null
    /** In words, with the reader's time zone. */
    when: string
    /** What prevented it. */
    why: string
    url: string
  }
  'agent-notice': { notice: AgentNotice; ticketNumber: number; subject: string; excerpt: string; url: string }
}

export type MailName = keyof MailContents
export type RenderedMail = { subject: string; html: string; text: string }
export type RenderMail = <N extends MailName>(name: N, content: MailContents[N]) => RenderedMail
