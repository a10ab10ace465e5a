import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Company } from './found-company.ts'
import type { HttpAnswer } from './http.ts'
import type { Site } from './site.ts'

/** A write and its fate. `unknown`: the answer never came or asked to try again, so the write may be stored. */
export type Write = {
  marker: string
  company: Company
  path: string
  fate: 'acknowledged' | 'refused' | 'unknown' | 'unsent'
  /** True if the answer was lost and a repetition got the stored answer. */
  isReplayed: boolean
}
export type WriteLoad = {
  writes: Write[]
  /** Answers with status 500 or more. */
  failures: HttpAnswer[]
  /** Returns the time of the last acknowledged write. */
  acknowledgedAt(): number
  stop(): Promise<void>
}

const writers = 8

/**
 * Opens tickets and replies to them in two workspaces until stopped. Each write has its own marker and Idempotency-Key;
 * failed writes are repeated with the same key, always or every other time.
 */
export function startWriting(site: Site, companies: Company[], repeats: 'always' | 'half'): WriteLoad {
  const writes: Write[] = []
  const failures: HttpAnswer[] = []
  const ticketIds = new Map<string, string>()
  let isStopping = false
  let acknowledgedAt = 0

  const ask = async (write: Write, key: string) => {
    const answer = await post(site, write, key).catch((error: NodeJS.ErrnoException) => markBroken(write, error))
    if (!answer) return
    settle(write, answer)
    if (answer.status >= 500) failures.push(answer)
    if (write.fate !== 'acknowledged') return
    acknowledgedAt = performance.now()
    if (write.path === tickets) ticketIds.set(write.company.id, (answer.body as { id: string }).id)
  }
  const runOne = async (number: number) => {
    for (let turn = number; !isStopping; turn += 1) {
      const write = plan(companies[turn % companies.length]!, turn, ticketIds)
      writes.push(write)
      const key = randomUUID()
      await ask(write, key)
      const isRepeated = repeats === 'always' || turn % 2 === 0
      while (isRepeated && (write.fate === 'unknown' || write.fate === 'unsent')) {
        await sleep(50)
        await ask(write, key)
      }
      if (write.fate !== 'acknowledged') await sleep(20)
    }
  }

  const running = Promise.all(Array.from({ length: writers }, (_, number) => runOne(number)))
  return {
    writes,
    failures,
    acknowledgedAt: () => acknowledgedAt,
    async stop() {
      isStopping = true
      await running
    },
  }
}

const tickets = '/api/v1/tickets'

/** Replies to the newest ticket of the company in two of three turns. Opens a ticket in the third turn. */
function plan(company: Company, turn: number, ticketIds: Map<string, string>): Write {
  const ticketId = ticketIds.get(company.id)
  const path = ticketId && turn % 3 ? `${tickets}/${ticketId}/messages` : tickets
  return { company, path, marker: `mark-${randomBytes(8).toString('hex')}`, fate: 'unsent', isReplayed: false }
}

function post({ http }: Site, { company, path, marker }: Write, key: string) {
  const ofTicket = { subject: marker, requester: { email: `${marker}@sender.test` } }
  const body = { text: marker, ...(path === tickets ? ofTicket : {}) }
  return http.send({ method: 'POST', path, token: company.token, body, headers: { 'idempotency-key': key } })
}

function settle(write: Write, { status, headers }: HttpAnswer) {
  if (status < 300) {
    write.fate = 'acknowledged'
    write.isReplayed = headers['idempotent-replayed'] === 'true'
  } else if (status === 503) {
    write.fate = 'unknown'
  } else if (write.fate !== 'unknown') {
    write.fate = 'refused'
  }
}

function markBroken(write: Write, { code }: NodeJS.ErrnoException): undefined {
  if (code !== 'ECONNREFUSED') write.fate = 'unknown'
}
