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

export type ReadingView = {
  assets: ReadingAssets
  embeddedSearch: string
  /** The script of the form for requests on other sites. */
  requestForm: string
  words: FindServedWords
  draw<N extends ReadingPageName>(name: N, content: ReadingPages[N]): Promise<DrawnPage>
}

export type Platform = {
  settings: Settings
  /** Each key has 32 bytes. The keys are generated at the first start and stored outside the database. */
  keys: { codePepper: Keyring; fileUrl: Keyring; mail: Keyring; seal: Keyring }
  log: Log
  app: Database
  identity: Database
  reader: Database
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
  /** Fetches URLs that users entered. All HTTP requests to unknown hosts must use `outbound`. */
  outbound: Outbound
  render: RenderMail
  reading: ReadingView
  composeSystemMail<N extends MailName>(mail: SystemMail<N>): Promise<ComposedMail>
  /** Exchanges a refresh token for new tokens. Returns null if the refresh token is refused. */
  renewSession(refreshToken: string, network: string): Promise<TokenPair | null>
}

export type App = FastifyInstance

type Enter = <T>(work: (tx: WorkspaceTx) => Promise<T>) => Promise<T>
/**
 * A GET endpoint that pages call in this process, without HTTP. `call` validates input and answer, but the caller must
 * check access first.
 */
export type InProcess = { endpoint: Endpoint; call(caller: Caller, input: object, enter: Enter): Promise<unknown> }
/**
 * Names an endpoint by its method and path. The page build has its own copies of the endpoint objects, so the objects
 * cannot be compared.
 */
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
    /**
     * Opens a transaction as the caller and checks access. Undefined on endpoints for anyone, and on routes that are no
     * endpoints.
     */
    door: Door | undefined
    isAdmitted: boolean
    /** The value of a new device cookie from an API call in this request. The answer of the page sets it. */
    newDevice: string | undefined
  }
}
