import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint, Need } from '#contract/endpoint.ts'
import type {
  DrawnPage,
  FindServedWords,
  ReadingAssets,
  ReadingPageName,
  ReadingPages,
} from '#contract/knowledge-base/reading.ts'
import type { MailContents, MailName, RenderMail } from '#contract/mails.ts'
import type { KeptKeys } from '#server/platform/api-keys/kept-keys.ts'
import type { KeyCalls } from '#server/platform/api-keys/key-calls.ts'
import type { Database, MailBounds } from '#server/platform/database/connect.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { EventHub } from '#server/platform/events/live-events.ts'
import type { Log } from '#server/platform/log.ts'
import type { ComposedMail, Mailer } from '#server/platform/mail/send-mail.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import type { Outbound } from '#server/platform/outbound/outbound.ts'
import type { Keyring } from '#server/platform/secrets/keyring.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Storage } from '#server/platform/storage.ts'
import type { Caller } from './caller.ts'
import type { AccessTokens } from './credentials/access-token.ts'
import type { Host } from './hosts/hosts.ts'
import type { QuickAnswers } from './hosts/quick-answers.ts'
import type { Limiter } from './limits.ts'

export type TokenPair = { accessToken: string; refreshToken: string }

export type SystemMail<N extends MailName> = {
  to: string
  fromName: string
  template: N
  content: MailContents[N]
}

/** Draws the public pages, and says where what they load is, and in which words the server answers beside them. */
export type ReadingView = {
  assets: ReadingAssets
  /** The script of the search on other sites, which is sent behind what it is given. */
  embeddedSearch: string
  words: FindServedWords
  draw<N extends ReadingPageName>(name: N, content: ReadingPages[N]): Promise<DrawnPage>
}

/** What the server stands on, made once by main and given to every room. */
export type Platform = {
  settings: Settings
  /** Made at the first start and kept outside the database, 32 bytes each. */
  keys: { codePepper: Keyring; fileUrl: Keyring; mail: Keyring; seal: Keyring }
  log: Log
  app: Database
  identity: Database
  /** Sees what is published, and nothing else. */
  reader: Database
  /** Refuses a caller for whom it is not so now. */
  needs: Record<Need, (caller: Caller) => void>
  tokens: AccessTokens
  limiter: Limiter
  mailBounds: MailBounds
  /** What this process answered to mails that were offered to it. */
  mailsIn: { taken: number; refused: number; deferred: number }
  /** API keys that this process may believe in without asking; see `server/platform/api-keys/kept-key.ts`. */
  keptKeys: KeptKeys
  keyCalls: KeyCalls
  hub: EventHub
  storage: Storage
  mailer: Mailer
  /** Asks what domains publish about their mail. */
  askDns: AskDns
  /** Fetches what people point at; nothing else of the server asks a stranger's host by HTTP. */
  outbound: Outbound
  /** Writes and draws a mail by its name. */
  render: RenderMail
  reading: ReadingView
  /** A mail of the product's own, from its own address, in one of its templates. */
  composeSystemMail<N extends MailName>(mail: SystemMail<N>): Promise<ComposedMail>
  /** Exchanges a refresh token, given by the identity room; null when it is refused. */
  renewSession(refreshToken: string, network: string): Promise<TokenPair | null>
}

export type App = FastifyInstance

/** Runs work in the transaction that a call is made in. */
type Enter = <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>
/** An endpoint as the process itself calls it: input and answer pass their schemas. Who may call, the caller has to know. */
export type InProcess = { endpoint: Endpoint; call(caller: Caller, input: object, enter: Enter): Promise<unknown> }
/** The pages' build has objects of its own for the endpoints, so they are known by what they say. */
export const callName = ({ method, path }: Endpoint) => `${method} ${path}`

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform
    /** Every endpoint that is served, for the reference and for tests that go through all of them. */
    endpoints: Endpoint[]
    /** The endpoints that pages read in this process, by `callName`. */
    calls: Map<string, InProcess>
    quickAnswers: QuickAnswers
  }
  interface FastifyRequest {
    /** Which host it is for, after trusted proxies. */
    productHost: Host
    /** The access token that stands for this request's cookies, once looked for. */
    cookieToken: Promise<string | null> | undefined
    nonce: string
    /** Its input was read, and its endpoint asks and counts who calls. */
    hasBegun: boolean
    /** What an API call of this page gave the browser to be known by. */
    newDevice: string | undefined
  }
}
