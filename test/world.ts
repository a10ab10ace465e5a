import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { inject } from 'vitest'
import type { RenderMail } from '#contract/mails.ts'
import { createApp } from '#server/app.ts'
import { jobs } from '#server/jobs.ts'
import { inIdentity } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createPlatform } from '#server/start/create-platform.ts'
import { plantDefaultStatuses } from '#server/tickets/statuses/default-statuses.ts'
import { openSession } from '#server/workspace/identity/sessions/open-session.ts'
import { testDns } from '#test/dns.ts'
import { testOutbound } from '#test/outside.ts'
import { nameDatabase, onServer, openJobPool, urlsFor } from '#test/postgres.ts'
import { reading } from '#test/reading-view.ts'
import { unroutableIn } from '#test/routed-statements.ts'
import { noteUndescribed } from '#test/undescribed.ts'

/**
 * Runs the real server on a real database, one of each per worker. Each test file gets two workspaces, Acme and Globex,
 * so that data leaks between workspaces are found. Other files leave rows behind, so a test must look only at its own
 * workspaces and addresses. A file that needs its own server is called `*.alone.test.ts`. Tests create all other data
 * themselves, so their order does not matter.
 */
const postgresUrl = inject('postgresUrl')
const template = inject('template')
const database = nameDatabase(template)
const urls = urlsFor(postgresUrl, database, template)
const dataDir = mkdtempSync(join(inject('folder'), 'world-'))
const key = () => randomBytes(32).toString('base64url')

await onServer(postgresUrl, (client) => client.query(`create database ${database} template ${template.database}`))

/** Renders mails as JSON of their content instead of using the real templates. */
const render: RenderMail = (name, content) => ({
  subject: 'subject' in content ? content.subject : 'code' in content ? content.code : name,
  html: `<p data-template="${name}">${JSON.stringify(content).replaceAll('<', '&lt;')}</p>`,
  text: JSON.stringify(content),
})
export const secrets = {
  jwtKey: key(),
  codePepper: key(),
  fileUrlKey: key(),
  mailKey: key(),
  sealKey: key(),
  databasePassword: key(),
  rolePassword: template.rolePassword,
  roleSuffix: template.roleSuffix,
  former: {},
}

export const settings = readSettings({
  PORT: '3000',
  DATA_DIR: dataDir,
  AVATAR_URL: 'off',
  LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
  RATE_LIMITS: 'relaxed',
  TRUSTED_RELAYS: '127.0.0.1=relay.test',
})
const log = createLog(settings.logLevel)
export const newPlatform = (patience: number) =>
  createPlatform({ settings, secrets, urls, log, render, reading, askDns: testDns, outbound: testOutbound, patience })
const made = newPlatform(6)
export const { platform } = made
// Throws if a statement of a test could not run on a distributed database.
for (const database of [platform.app, platform.identity, platform.reader])
  database.onStatement = (statement) => {
    const because = unroutableIn(statement)
    if (because) throw new Error(`${because}, in: ${statement}`)
  }
export const app = await createApp(platform)
noteUndescribed(app)
await app.ready()
await platform.hub.start()

/** Connects as the database owner, to inspect data that the product itself cannot show. */
export const owner = new Pool({ connectionString: urls.owner, max: 2, options: '-c search_path=app,identity' })
const worker = openJobPool(urls.worker)
export const databaseUrl = urls

export type Person = {
  id: string
  name: string
  email: string
  token: string
  refreshToken: string
  workspaceId: string
  domain: string
}
export type World = {
  id: string
  domain: string
  admin: Person
  agent: Person
  customer: Person
  otherCustomer: Person
}

let files = 0
/** Suffix of the workspace domains of a test file, so that the domains are unique. */
let suffix = ''
export let acme: World
export let globex: World

const untouched = { ...platform }

/**
 * Founds the two workspaces of a test file with unique domains. Removes jobs, mails and wrong codes of earlier files,
 * and restores replaced parts of the platform.
 */
export async function foundWorkspaces() {
  Object.assign(platform, untouched)
  await owner.query('delete from graphile_worker._private_jobs')
  // Wrong codes are counted per network, and all test files use the same network. All test files also mail to the same
  // addresses.
  await owner.query('delete from failed_tries; delete from development_mails')
  // Updates the planner statistics, because plans for small tables are slow for large tables.
  if (files++ % 8 === 0) await owner.query('analyze')
  suffix = randomBytes(4).toString('hex')
  acme = await makeWorkspace('acme', 'Acme', ['Ada', 'Carl', 'Olga', 'Omar'])
  globex = await makeWorkspace('globex', 'Globex', ['Gina', 'Greg', 'Hugo', 'Hana'])
}

/** Founds a workspace whose domain begins with `label`. */
export async function makeWorkspace(
  label: string,
  name: string,
  [admin, agent, customer, other]: string[],
): Promise<World> {
  const domain = `${label}-${suffix}`
  const id = randomUUID()
  await owner.query(`insert into workspaces (id, domain, name, time_zone) values ($1, $2, $3, 'Europe/Berlin')`, [
    id,
    domain,
    name,
  ])
  await owner.query('insert into service_settings (workspace_id, support_name, started_at) values ($1, $2, now())', [
    id,
    name,
  ])
  await plantDefaultStatuses(owner, id)
  const at = { id, domain }
  return {
    ...at,
    admin: await newMember(at, admin!, 'FreeAdminUser'),
    agent: await newMember(at, agent!, 'TeamUser'),
    customer: await newCustomer(at, customer!),
    otherCustomer: await newCustomer(at, other!),
  }
}

type WorkspaceAddress = { id: string; domain: string }

/** Creates an account with a verified address and without a workspace. */
export async function newAccount(): Promise<{ id: string; email: string; token: string; refreshToken: string }> {
  const email = `${randomUUID()}@founder.test`
  const { rows } = await owner.query('insert into accounts (email, verified_at) values ($1, now()) returning id', [
    email,
  ])
  return { id: rows[0].id, email, ...(await signedIn({ accountId: rows[0].id })) }
}

export async function newMember(
  { id: workspaceId, domain }: WorkspaceAddress,
  name: string,
  role = 'TeamUser',
): Promise<Person> {
  const email = `${name.toLowerCase()}.${randomBytes(3).toString('hex')}@${domain}.test`
  const { rows } = await owner.query(
    'insert into accounts (email, workspace_id, verified_at) values ($1, $2, now()) returning id',
    [email, workspaceId],
  )
  const { id } = rows[0]
  await owner.query(
    `insert into members (workspace_id, id, email, name, surname, role, joined_at) values ($1, $2, $3, $4, 'Test', $5, now())`,
    [workspaceId, id, email, name, role],
  )
  return { id, name, email, workspaceId, domain, ...(await signedIn({ accountId: id })) }
}

export async function newCustomer({ id: workspaceId, domain }: WorkspaceAddress, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}.${randomBytes(3).toString('hex')}@customer.test`
  const id = randomUUID()
  await owner.query('insert into customers (workspace_id, id, name, registered_at) values ($1, $2, $3, now())', [
    workspaceId,
    id,
    name,
  ])
  await owner.query(
    'insert into customer_emails (workspace_id, address, customer_id, verified_at) values ($1, $2, $3, now())',
    [workspaceId, email, id],
  )
  return { id, name, email, workspaceId, domain, ...(await signedIn({ workspaceId, customerId: id })) }
}

async function signedIn(subject: Parameters<typeof openSession>[2]['subject']) {
  const pair = await inIdentity(platform.identity, (tx) =>
    openSession(platform, tx, { subject, userAgent: 'vitest', network: '127.0.0.1' }),
  )
  return { token: pair.accessToken, refreshToken: pair.refreshToken }
}

/** Runs all due jobs, for example to send mails. `laterSeconds` first moves waiting jobs forward. */
export async function runJobs({ laterSeconds = 0 } = {}) {
  if (laterSeconds > 0) await bringForward(laterSeconds)
  await runDueJobs({ pool: worker, jobs, platform })
}

const bringForward = (seconds: number) =>
  worker.query(`update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => $1)`, [seconds])

export type Mail = {
  id: string
  from: string
  to: string
  cc: string
  replyTo: string
  subject: string
  text: string
  html: string
  messageId: string
  inReplyTo: string
  references: string
  headers: Record<string, string>
  sentAt: string
}

/** Returns the mails to an address from the development mailbox, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const url = `/messages?to=${encodeURIComponent(address)}`
  const response = await app.inject({ url, headers: { host: settings.mailHost } })
  return response.json()
}
