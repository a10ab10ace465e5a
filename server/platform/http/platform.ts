import type { FastifyInstance } from 'fastify'
import type { Endpoint, Need } from '#contract/endpoint.ts'
import type {
  DrawnPage,
  FindServedWords,
  ReadingAssets,
  ReadingPageName,
  ReadingPages,
} from '#contract/knowledge-base/reading.ts'
import type { MailContents, MailName, RenderMail } from '#contract/mails.ts'
import type { KeyCalls } from '#server/platform/api-keys/key-calls.ts'
import type { Database, MailBounds } from '#server/platform/database/connect.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { EventHub } from '#server/platform/events/live-events.ts'
import type { KeyCache } from '#server/platform/fast-reads/key-cache.ts'
import type { QuickAnswers } from '#server/platform/fast-reads/quick-answers.ts'
import type { Log } from '#server/platform/log.ts'
import type { ComposedMail, Mailer } from '#server/platform/mail/send-mail.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import type { Outbound } from '#server/platform/outbound/outbound.ts'
import type { Keyring } from '#server/platform/secrets/keyring.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Storage } from '#server/platform/storage.ts'
import type { Door } from './admission.ts'
import type { Caller, MemberWithPlan } from './caller.ts'
import type { AccessTokens } from './credentials/access-token.ts'
import type { Host } from './hosts/hosts.ts'
import type { Limiter } from './limits.ts'

export type TokenPair = { accessToken: string; refreshToken: string }

export type SystemMail<N extends MailName> = {
  to: string
  fromName: string
  template: N
  content: MailContents[N]
}

/** Draws the public pages. Also has the addresses of their assets, and the words of the server in their languages. */
export type ReadingView = {
  assets: ReadingAssets
  /** The script of the embedded search, which is sent after its settings. */
  embeddedSearch: string
  words: FindServedWords
  draw<N extends ReadingPageName>(name: N, content: ReadingPages[N]): Promise<DrawnPage>
}

export type Platform = {
  settings: Settings
  /** Made at the first start and stored outside the database, 32 bytes each. */
  keys: { codePepper: Keyring; fileUrl: Keyring; mail: Keyring; seal: Keyring }
  log: Log
  app: Database
  identity: Database
  reader: Database
  /** Refuses a caller for whom the need is not met. */
  needs: Record<Need, (caller: Caller | MemberWithPlan) => void>
  tokens: AccessTokens
  limiter: Limiter
  mailBounds: MailBounds
  mailsIn: { taken: number; refused: number; deferred: number }
  keyCache: KeyCache
  keyCalls: KeyCalls
  hub: EventHub
  storage: Storage
  mailer: Mailer
  askDns: AskDns
  /** Fetches addresses that users entered. Nothing else of the server sends HTTP requests to unknown hosts. */
  outbound: Outbound
  render: RenderMail
  reading: ReadingView
  /** Composes a mail in one of the product's templates, from its own address. */
  composeSystemMail<N extends MailName>(mail: SystemMail<N>): Promise<ComposedMail>
  /** Exchanges a refresh token; null if it is refused. The identity room provides it. */
  renewSession(refreshToken: string, network: string): Promise<TokenPair | null>
}

export type App = FastifyInstance

type Enter = <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>
/** An endpoint for calls in this process. Input and answer pass their schemas. The caller must be known and allowed. */
export type InProcess = { endpoint: Endpoint; call(caller: Caller, input: object, enter: Enter): Promise<unknown> }
/** The build of the pages has its own endpoint objects, so endpoints are found by method and path. */
export const callName = ({ method, path }: Endpoint) => `${method} ${path}`

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform
    endpoints: Endpoint[]
    calls: Map<string, InProcess>
    quickAnswers: QuickAnswers
  }
  interface FastifyRequest {
    productHost: Host
    cookieToken: Promise<string | null> | undefined
    nonce: string
    /** The door of the caller of an endpoint; undefined if anybody may call it. */
    door: Door | undefined
    isAdmitted: boolean
    /** The device cookie that an API call of this page gave the browser. */
    newDevice: string | undefined
  }
}
