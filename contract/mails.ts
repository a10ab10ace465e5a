import type { DeliveryReason } from './workspace/delivery-reasons.ts'

export type SecurityNotice = 'refresh-token-reused' | 'new-device' | 'address-changed'

export type AgentNotice =
  | { code: 'customerReplied' | 'sideAnswered' | 'mentioned'; actorName: string }
  | { code: 'assigned'; actorName: string | null }
  | { code: 'deliveryFailed'; failed: { recipient: string; reason: DeliveryReason | null }[] }

export const handedKinds = ['tickets', 'articles', 'entries', 'articleReviews', 'entryReviews'] as const
export type HandedKind = (typeof handedKinds)[number]

type HandedOver = {
  kind: HandedKind
  count: number
  some: { title: string; url: string }[]
  /** URL of the list with all items. Null if the reader has no such list. */
  listUrl: string | null
}

export type MailContents = {
  'sign-in-code': { code: string; workspaceName: string | null; verifyUrl: string; lifeMinutes: number }
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
    subject: string
    /** The name of the member, their signature, and that of the workspace, line by line. */
    signature: string[]
    accentColor: string | null
    bodyHtml: string
    bodyText: string
    /** Page of the request. Null for people in CC, who have no such page. */
    portalUrl: string | null
    quoted: { author: string; sentAt: string; bodyHtml: string; bodyText: string } | null
    /** Files that are too large for a mail. People in CC get no URL. */
    links: { name: string; url: string | null; size: string }[]
    isSolved: boolean
  }
  acknowledgement: {
    workspaceName: string
    accentColor: string | null
    number: number
    /** Null for an unproven sender. The mail then repeats nothing of a request that a stranger may have written. */
    request: { subject: string; mailSubject: string } | null
    articles: { title: string; url: string }[]
    portalUrl: string
  }
  solved: {
    workspaceName: string
    accentColor: string | null
    number: number
    /** Null if a stranger may have written the request. The mail then repeats nothing of it. */
    request: { subject: string; mailSubject: string } | null
    portalUrl: string
  }
  'unsent-answer': { ticketNumber: number; subject: string; url: string }
  waiting: {
    workspaceName: string
    /** The address for a new request. */
    address: string
  }
  mention: {
    /** Why the reader gets this mail: mentioned, responsible for the text, or author of the answered comment. */
    about: 'mention' | 'remark' | 'answer'
    actorName: string
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
    /** The comment with the requested changes. Empty if the reviewer wrote none. */
    said: string
    url: string
  }
  /** Former names of models and fields in the API that stop working soon, although programs still use them. */
  'former-keys': {
    model: string
    keys: {
      formerKey: string
      key: string
      until: string
      /** Names of API keys. Null stands for visitors, who have no key. */
      askedBy: (string | null)[]
    }[]
    url: string
  }
  'handed-over': {
    workspaceName: string
    /** The person who deactivated the member. Null if the member left. */
    actorName: string | null
    leaverName: string
    handed: HandedOver[]
  }
  'failed-plan': {
    /** The former member who scheduled the change before the reader took over. Null if the reader scheduled it. */
    plannedBy: string | null
    planned: 'publish' | 'unpublish'
    title: string
    noun: 'article' | 'entry'
    model: string | null
    language: string | null
    when: string
    why: string
    url: string
  }
  'agent-notice': { notice: AgentNotice; ticketNumber: number; subject: string; excerpt: string; url: string }
}

export type MailName = keyof MailContents
export type RenderedMail = { subject: string; html: string; text: string }
export type RenderMail = <N extends MailName>(name: N, content: MailContents[N]) => RenderedMail
