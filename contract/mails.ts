import type { DeliveryReason } from './workspace/delivery-reasons.ts'

/** What happened to somebody's sign-ins. */
export type SecurityNotice = 'refresh-token-reused' | 'new-device' | 'address-changed'

/** What happened on a ticket that concerns a member. */
export type AgentNotice =
  | { code: 'customerReplied'; actorName: string }
  | { code: 'assigned'; actorName: string | null }
  | { code: 'deliveryFailed'; failed: { recipient: string; reason: DeliveryReason | null }[] }

/** Kinds of work that pass from a member who leaves to another. */
export const handedKinds = ['tickets', 'articles', 'entries', 'articleReviews', 'entryReviews'] as const
export type HandedKind = (typeof handedKinds)[number]

/** Work of one kind that a member took over. */
export type HandedOver = {
  kind: HandedKind
  count: number
  /** Some of it by name, where the reader may open it. */
  some: { title: string; url: string }[]
  /** The list that holds all of it; null where the reader has no such list. */
  listUrl: string | null
}

/** What each mail of the product is made of: the server gives these, the web's mail templates write and draw it. */
export type MailContents = {
  'sign-in-code': { code: string; workspaceName: string | null; verifyUrl: string; lifeMinutes: number }
  /** To the address that somebody has, or to the one that they want. */
  /** `workspaceName` is of the workspace whose customer it is for; null for the team. */
  'address-code': {
    code: string
    to: 'old' | 'new'
    newAddress: string
    workspaceName: string | null
    lifeMinutes: number
  }
  'security-notice': {
    notice: SecurityNotice
    /** Of a customer. */
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
    /** Follows the customer's. */
    subject: string
    workspaceName: string
    accentColor: string | null
    agentName: string
    bodyHtml: string
    bodyText: string
    portalUrl: string
    quoted: { author: string; sentAt: string; bodyHtml: string; bodyText: string } | null
    links: { name: string; url: string; size: string }[]
    /** It settles the request. */
    isSolved: boolean
  }
  acknowledgement: {
    workspaceName: string
    accentColor: string | null
    number: number
    /** Null where the address never proved itself: a stranger may have written it. */
    request: { subject: string; mailSubject: string } | null
    /** What may answer it, known by what was asked: none where the address never proved itself. */
    articles: { title: string; url: string }[]
    portalUrl: string
  }
  solved: {
    workspaceName: string
    accentColor: string | null
    number: number
    /** Null where a stranger may have written it. */
    request: { subject: string; mailSubject: string } | null
    portalUrl: string
  }
  'unsent-answer': { ticketNumber: number; subject: string; url: string }
  waiting: {
    workspaceName: string
    /** Where a request of one's own is sent. */
    address: string
  }
  mention: {
    /** Whether the reader is named, is to mend what is remarked on, or made the remark that is answered. */
    about: 'mention' | 'remark' | 'answer'
    actorName: string
    /** What it is said of, and in which field or of which block. */
    title: string
    field: string | null
    excerpt: string
    url: string
  }
  review: {
    /** Sent to be reviewed, or back from it. */
    kind: 'asked' | 'ended'
    actorName: string
    title: string
    noun: 'article' | 'entry'
    /** The kind of entry. */
    model: string | null
    /** What has to change; empty where nobody said. */
    said: string
    url: string
  }
  /** Former keys of a model that end soon while programs still use them. */
  'former-keys': {
    model: string
    keys: {
      formerKey: string
      key: string
      until: string
      /** Names of API keys; null: visitors, who have none. */
      askedBy: (string | null)[]
    }[]
    url: string
  }
  'handed-over': {
    workspaceName: string
    /** Who deactivated the leaver; null where it was the leaver. */
    actorName: string | null
    leaverName: string
    handed: HandedOver[]
  }
  'failed-plan': {
    /** Who planned it, where they left the team and the reader owns it; null where it was the reader. */
    plannedBy: string | null
    planned: 'publish' | 'unpublish'
    title: string
    noun: 'article' | 'entry'
    /** The kind of entry. */
    model: string | null
    /** Null where the workspace writes in one. */
    language: string | null
    /** In words, with the time zone of the reader. */
    when: string
    /** What was in the way. */
    why: string
    url: string
  }
  'agent-notice': { notice: AgentNotice; ticketNumber: number; subject: string; excerpt: string; url: string }
}

export type MailName = keyof MailContents
export type RenderedMail = { subject: string; html: string; text: string }
export type RenderMail = <N extends MailName>(name: N, content: MailContents[N]) => RenderedMail
