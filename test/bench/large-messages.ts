import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { plantDefaultStatuses } from '#server/tickets/statuses/default-statuses.ts'
import { load, type Target } from './load.ts'
import { signIn } from './plant.ts'

type LargeMessagesOptions = { databaseUrl: string; port: number; pid: number; others: Target }

const messageCount = 99
/** The longest text that a customer may send. */
const largest = 'x'.repeat(65_536)
const readers = 4
/** Pause between two reads of a session, as short as the rate limit allows. */
const pauseMs = 100

/**
 * One customer writes many messages of the largest size and reads them in four sessions. Measures the answers in
 * another workspace, the memory, and the size of an answer.
 */
export async function readBesideLarge({ databaseUrl, port, pid, others }: LargeMessagesOptions) {
  const customer = await plantCustomer(databaseUrl)
  const token = await signIn(port, customer.refreshToken, 'StartupToolsCustomerIdentity')
  const api = { port, host: 'api.startuptools.localhost', token }
  const path = `/api/v1/tickets/${customer.ticketId}/messages`
  const write = () => ({ method: 'POST', path, body: { text: largest } })
  const alone = await measure(others)
  const before = memoryOf(pid)
  const written = await load({ ...api, name: 'write', next: write }, { inFlight: 4, count: messageCount })
  if (written.failures > 0) throw new Error(`${written.failures} of the large messages were refused`)
  let isOver = false
  let mostBytes = 0
  const read = { ...api, name: 'read', next: () => ({ method: 'GET', path }) }
  const onBody = (body: string) => {
    mostBytes = Math.max(mostBytes, Buffer.byteLength(body))
  }
  const readOn = async () => {
    while (!isOver) {
      await load({ ...read, onBody }, { inFlight: 1, count: 1 })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const reading = Array.from({ length: readers }, readOn)
  const beside = await measure(others)
  isOver = true
  await Promise.all(reading)
  return { alone: alone.p95, beside: beside.p95, mostBytes, grownBytes: memoryOf(pid) - before }
}

const measure = (others: Target) => load(others, { inFlight: 8, count: 4000 })

/** Returns the resident memory of a process in bytes. */
export const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

async function plantCustomer(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl, options: '-c search_path=app,identity' })
  await client.connect()
  const [workspaceId, customerId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
  const refreshToken = randomBytes(32).toString('base64url')
  await client.query(
    `insert into workspaces (id, domain, name, time_zone, plan) values ($1, 'benchmark-loud', 'Loud', 'UTC', 'active')`,
    [workspaceId],
  )
  await client.query(
    `insert into service_settings (workspace_id, support_name, started_at) values ($1, 'Loud', now())`,
    [workspaceId],
  )
  await plantDefaultStatuses(client, workspaceId)
  await client.query(`insert into customers (workspace_id, id, name) values ($1, $2, 'Loud')`, [
    workspaceId,
    customerId,
  ])
  await client.query(
    `insert into customer_emails (workspace_id, customer_id, address, is_primary) values ($1, $2, 'loud@customer.test', true)`,
    [workspaceId, customerId],
  )
  await client.query(
    `insert into sessions (id, workspace_id, customer_id, idle_expires_at, absolute_expires_at)
     values ($1, $2, $3, now() + interval '14 days', now() + interval '30 days')`,
    [sessionId, workspaceId, customerId],
  )
  await client.query('insert into refresh_tokens (hash, session_id) values ($1, $2)', [
    createHash('sha256').update(refreshToken).digest(),
    sessionId,
  ])
  const { rows } = await client.query(
    `insert into tickets (workspace_id, number, subject, status, channel, requester_id, last_message_seq, snippet, public_snippet)
     values ($1, 1, 'Loud', 'open', 'portal', $2, 0, '', '') returning id`,
    [workspaceId, customerId],
  )
  await client.end()
  return { ticketId: rows[0].id as string, refreshToken }
}
