import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { Client } from 'pg'
import { hostileMail } from '#test/hostile-mail.ts'

type MailServer = { port: number; domain: string }

const open = ({ port }: MailServer, maxConnections: number) =>
  createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    tls: { rejectUnauthorized: false },
    pool: true,
    maxConnections,
    maxMessages: 1000,
  })

const supportOf = ({ domain }: MailServer) => `support@${domain}.startuptools.localhost`

/** Sends `count` mails over ten connections. Returns the mails per second. */
export async function takeMails(place: MailServer, count: number): Promise<number> {
  const transport = open(place, 10)
  const began = performance.now()
  await Promise.all(Array.from({ length: count }, (_, n) => transport.sendMail(ordinaryMail(place, n))))
  transport.close()
  return count / ((performance.now() - began) / 1000)
}

const ordinaryMail = (place: MailServer, n: number) => ({
  from: `person${n}@bench.test`,
  to: supportOf(place),
  subject: `Question ${n}`,
  text: 'Where is it?',
})

const ordinaryCount = 5

/**
 * Measures the longest time from sending an ordinary mail until it is processed, while hostile mails are read.
 * `waiting` is the number of hostile mails that are not read yet.
 */
export async function takeBesideHostile(
  place: MailServer,
  databaseUrl: string,
): Promise<{ ms: number; waiting: number }> {
  const database = new Client({ connectionString: databaseUrl, options: '-c search_path=app' })
  await database.connect()
  const transport = open(place, 5)
  const decided = async (messageIds: string[]) => {
    const state = `select count(*)::int as count from inbound_mails where dedup_key = any($1) and state <> 'received'`
    return (await database.query<{ count: number }>(state, [messageIds])).rows[0]!.count
  }
  await until(
    async () => (await database.query(`select from inbound_mails where state = 'received' limit 1`)).rows.length === 0,
  )
  const hostile = Array.from({ length: 8 }, newId)
  const [from, to] = ['eve@example.org', supportOf(place)]
  await Promise.all(
    hostile.map((messageId) => transport.sendMail({ envelope: { from, to }, raw: hostileMail({ messageId, to }) })),
  )
  const ordinary = Array.from({ length: ordinaryCount }, newId)
  let slowest = 0
  for (const [n, messageId] of ordinary.entries()) {
    const began = performance.now()
    await transport.sendMail({ ...ordinaryMail(place, n), messageId })
    await until(async () => (await decided([messageId])) === 1)
    slowest = Math.max(slowest, performance.now() - began)
  }
  const waiting = hostile.length - (await decided(hostile))
  const filed = 'select from inbound_mails where dedup_key = any($1) and ticket_id is not null'
  if ((await database.query(filed, [ordinary])).rows.length < ordinaryCount)
    throw new Error('Ordinary mails became no tickets')
  transport.close()
  await database.end()
  return { ms: slowest, waiting }
}

const newId = () => `<${randomUUID()}@bench.test>`

async function until(isDone: () => Promise<boolean>) {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 5))
}
