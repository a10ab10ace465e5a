import type { RenderMail } from '#contract/mails.ts'
import { deliver } from '#server/operations/development-mailbox/deliver.ts'
import { watchRelay } from '#server/operations/health/relay-outages.ts'
import { countKeyCalls } from '#server/platform/api-keys/key-calls.ts'
import { connect, type Database, type MailBounds, type Seen } from '#server/platform/database/connect.ts'
import { isSuspension } from '#server/platform/database/suspension.ts'
import { inIdentity, inWorkspace } from '#server/platform/database.ts'
import { createEventHub } from '#server/platform/events/live-events.ts'
import { createKeyCache } from '#server/platform/fast-reads/key-cache.ts'
import { accessTokens } from '#server/platform/http/credentials/access-token.ts'
import { createLimiter, limitsTopic } from '#server/platform/http/limits.ts'
import type { Platform, ReadingView } from '#server/platform/http/platform.ts'
import type { Log } from '#server/platform/log.ts'
import { type ComposedMail, createMailer, type Mailer, withholdMails } from '#server/platform/mail/send-mail.ts'
import { type AskDns, createDns } from '#server/platform/mail-authentication/ask-dns.ts'
import type { Roles } from '#server/platform/migrate.ts'
import { createOutbound, noOutbound, type Outbound } from '#server/platform/outbound/outbound.ts'
import { keyringOf, type Secrets } from '#server/platform/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { folderStorage } from '#server/platform/storage.ts'
import { subscriptions } from '#server/subscriptions.ts'
import { systemMailComposer } from '#server/tickets/outgoing-mail/compose-system-mail.ts'
import { addCalls } from '#server/workspace/api-keys/count-calls.ts'
import { touchKey } from '#server/workspace/api-keys/queries.ts'
import { renewSession, touchSession } from '#server/workspace/identity/sessions/open-session.ts'
import { refuseReadOnly } from '#server/workspace/settings/service-trial.ts'

export type DatabaseUrls = {
  owner: string
  app: string
  identity: string
  reader: string
  worker: string
  roles: Roles
  rolePassword: string | null
}

/**
 * If both URLs are equal, returns the URLs of four roles, which the migration creates. If they differ, the serving role
 * answers requests, and the owner runs jobs.
 */
export function databaseUrls(
  ownerUrl: string,
  servingUrl: string,
  { roleSuffix, rolePassword }: Pick<Secrets, 'roleSuffix' | 'rolePassword'>,
): DatabaseUrls {
  if (servingUrl !== ownerUrl) {
    const serving = decodeURIComponent(new URL(servingUrl).username)
    const worker = decodeURIComponent(new URL(ownerUrl).username)
    const roles = { app: serving, identity: serving, reader: serving, worker }
    const served = { app: servingUrl, identity: servingUrl, reader: servingUrl }
    return { owner: ownerUrl, ...served, worker: ownerUrl, roles, rolePassword: null }
  }
  const named = (part: string) => `startup_tools_${part}_${roleSuffix}`
  const roles = { app: named('app'), identity: named('identity'), reader: named('reader'), worker: named('worker') }
  const urlOf = (role: string) => {
    const url = new URL(ownerUrl)
    url.username = role
    url.password = rolePassword
    return url.href
  }
  return {
    owner: ownerUrl,
    app: urlOf(roles.app),
    identity: urlOf(roles.identity),
    reader: urlOf(roles.reader),
    worker: urlOf(roles.worker),
    roles,
    rolePassword,
  }
}

type Parts = {
  settings: Settings
  secrets: Secrets
  urls: DatabaseUrls
  log: Log
  render: RenderMail
  reading: ReadingView
  askDns?: AskDns
  outbound?: Outbound
  patience?: number
}

export function createPlatform({
  settings,
  secrets,
  urls,
  log,
  render,
  reading,
  askDns = createDns(),
  outbound = settings.isSending ? outboundOf(settings, askDns) : noOutbound,
  patience,
}: Parts): {
  platform: Platform
  close(): Promise<void>
} {
  const databases = connectRoles(urls, settings, patience)
  const { app, identity, reader } = databases
  const hub = createEventHub({ url: urls.app, app, log })
  const keyCache = createKeyCache(hub, reader)
  const limiter = createLimiter(settings.limitFactor)
  hub.signals.onSignal(({ topic, body }) => topic === limitsTopic && limiter.forget(body as string[]))
  const keyCalls = countKeyCalls(
    (workspaceId, calls) => inWorkspace(app, workspaceId, (tx) => addCalls(tx, calls)),
    (error) => log.warn({ err: error }, 'calls of API keys were not counted yet'),
  )
  for (const database of [app, identity, reader]) database.onSeen = seenNoter({ app, identity, log })
  const mailBounds = boundsOf(settings)
  for (const database of [app, identity]) {
    database.mailBounds = mailBounds
    database.subscriptions = subscriptions
    database.onWorkspaceChange = hub.tellLater
    database.lastChangeOf = hub.lastChangeOf
    database.onSessionChange = hub.tellSessionChange
  }
  const platform: Platform = {
    settings,
    keys: {
      codePepper: keyringOf(secrets, 'codePepper'),
      fileUrl: keyringOf(secrets, 'fileUrlKey'),
      mail: keyringOf(secrets, 'mailKey'),
      seal: keyringOf(secrets, 'sealKey'),
    },
    log,
    app,
    identity,
    reader,
    tokens: accessTokens(keyringOf(secrets, 'jwtKey'), settings.rootDomain),
    limiter,
    mailBounds,
    needs: { service: (caller) => refuseReadOnly(caller, settings.serviceTrialDays) },
    keyCache,
    keyCalls,
    hub,
    storage: folderStorage(settings.filesDir),
    mailer: mailerOf(settings, identity),
    mailsIn: { taken: 0, refused: 0, deferred: 0 },
    askDns,
    outbound,
    render,
    reading,
    composeSystemMail: systemMailComposer({ settings, render }),
    async renewSession(refreshToken, network) {
      const renewing = inIdentity(identity, (tx) => renewSession(platform, tx, refreshToken, network))
      const renewal = await renewing.catch(nothingWhereSuspended)
      return renewal?.pair ?? null
    },
  }
  return {
    platform,
    async close() {
      keyCache.stop()
      await keyCalls.stop()
      await hub.stop()
      await Promise.all([app, identity, reader].map(({ pool }) => pool.end()))
    },
  }
}

function mailerOf({ isSending, smtpUrl, hasDevelopmentMailbox }: Settings, identity: Database): Mailer {
  const deliverToDevelopmentMailbox = (mail: ComposedMail) => deliver(identity, mail)
  if (!isSending) return withholdMails(hasDevelopmentMailbox ? deliverToDevelopmentMailbox : null)
  return watchRelay(createMailer({ smtpUrl: smtpUrl ?? null, deliverToDevelopmentMailbox }), identity)
}

// Returns no tokens if the workspace is suspended, instead of an error. The session is not ended, so it can be renewed
// after the workspace is resumed.
function nothingWhereSuspended(error: unknown) {
  if (isSuspension(error)) return null
  throw error
}

function boundsOf({ mailBounds: { newWorkspace, workspace, installation }, limitFactor }: Settings): MailBounds {
  const raised = (mails: number) => Math.min(mails * limitFactor, 2_000_000_000)
  return {
    newWorkspace: raised(newWorkspace),
    workspace: raised(workspace),
    installation: installation === null ? null : raised(installation),
    refused: 0,
  }
}

const outboundOf = ({ outboundPorts, rootDomain, formerDomains, filesHost, rootOrigin }: Settings, askDns: AskDns) =>
  createOutbound({
    askDns,
    userAgent: `StartupTools/1.0 (+${rootOrigin})`,
    ports: outboundPorts,
    ownDomains: [rootDomain, ...formerDomains, filesHost],
  })

function connectRoles(urls: DatabaseUrls, { connections }: Settings, patience = 1) {
  const statementTimeoutMs = 5000
  const role = (name: 'app' | 'identity' | 'reader') =>
    connect({
      url: urls[name],
      size: connections[name],
      name,
      statementTimeoutMs,
      patience,
      isReadOnly: name === 'reader',
    })
  return { app: role('app'), identity: role('identity'), reader: role('reader') }
}

type NoteSeenOptions = { app: Database; identity: Database; log: Log }

/** Stores when a session or API key was last used. The request does not wait for this, and a failure is only logged. */
const seenNoter =
  ({ app, identity, log }: NoteSeenOptions) =>
  (caller: Seen) => {
    const noted =
      'sessionId' in caller
        ? inIdentity(identity, (tx) => touchSession(tx, caller.sessionId))
        : inWorkspace(app, caller.workspaceId, (tx) => touchKey(tx, caller.keyId))
    noted.catch((error: unknown) => log.warn({ err: error }, 'it was not noted who was seen'))
  }
