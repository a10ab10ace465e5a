import { EventEmitter } from 'node:events'
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import pg from 'pg'
import type { z } from 'zod'
import type { Database } from './database/connect.ts'
import { type IdentityTx, inIdentity, inWorkspace, type WorkspaceTx } from './database.ts'
import type { Platform } from './http/platform.ts'
import type { Log } from './log.ts'

export type JobContext = {
  workspaceId: string
  inWorkspace<T>(work: (tx: WorkspaceTx) => Promise<T>): Promise<T>
  inIdentity<T>(work: (tx: IdentityTx) => Promise<T>): Promise<T>
  inEach(work: (tx: WorkspaceTx) => Promise<void>): Promise<void>
  stopping: AbortSignal
  platform: Platform
  log: Log
}

export type Job<P extends z.ZodType> = {
  name: string
  payload: P
  run: (payload: z.output<P>, context: JobContext) => Promise<void>
  /** The separate queue of a job that is frequent or that strangers can slow, so that other jobs do not wait. */
  lane?: Lane
  /** The job waits while its workspace is suspended, because it has effects outside the server, such as mails. */
  restsWhileSuspended?: true
}

type Lane = 'slow-mail' | 'outside' | 'unsolicited' | 'pictures'

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs holds payloads of every kind
type AnyJob = Job<any>

export const job = <P extends z.ZodType>(name: string, payload: P, run: Job<P>['run']): Job<P> => ({
  name,
  payload,
  run,
})

type Options = {
  runAt?: Date
  /** A new job replaces a waiting job with the same key. */
  key?: string
  /** Smaller numbers run first. Sign-in codes run before all other jobs. */
  importance?: number
  attempts?: number
}

/** Queues a job within the transaction of the change, so that both are committed or neither. */
export async function enqueue<P extends z.ZodType>(
  tx: WorkspaceTx | IdentityTx,
  { name }: Pick<Job<P>, 'name' | 'payload'>,
  payload: z.input<P>,
  { runAt, key, importance = 0, attempts = 10 }: Options = {},
) {
  await sql`select jobs.enqueue(${name}, ${JSON.stringify(payload)}::json, ${runAt?.toISOString() ?? null}::timestamptz,
    ${attempts}::int, ${key ?? null}, ${importance}::int)`.execute(tx)
}

export type WorkerOptions = {
  workerUrl: string
  jobs: AnyJob[]
  /** `cron` is `minute hour day month weekday` in UTC. */
  timetable: { cron: string; job: AnyJob }[]
  platform: Platform
}

const lanes: Record<Lane, number> = { 'slow-mail': 1, outside: 3, unsolicited: 2, pictures: 1 }

export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { workerUrl, platform, timetable, jobs } = options
  const { log, settings } = platform
  const application = `startup-tools worker ${process.pid} ${Date.now().toString(36)}`
  const queues = [
    { concurrency: settings.workerJobs, of: undefined, parsedCronItems: parseTimetable(timetable) },
    ...Object.entries(lanes).map(([of, concurrency]) => ({ concurrency, of, parsedCronItems: parseTimetable([]) })),
  ]
  // One connection per simultaneous job, one per queue to listen, and two for the timetable and other queries.
  const max = queues.reduce((sum, { concurrency }) => sum + concurrency + 1, 2)
  const pool = connectPatiently({ connectionString: workerUrl, application_name: application, max })
  const quiet = new Logger(() => (level, message) => {
    if (level === 'error') log.error({ err: message }, 'worker')
  })
  const events: WorkerEvents = new EventEmitter()
  const releasing = releaseDeadWorkers(pool, application, events, log)
  const stopping = new AbortController()
  const shared = { pgPool: pool, events, noHandleSignals: true, pollInterval: 1000, logger: quiet }
  const runners = await Promise.all(
    queues.map(({ of, ...queue }) => {
      const tasks = { platform, jobs: jobs.filter(({ lane }) => lane === of), stopping: stopping.signal }
      return run({ ...shared, ...queue, taskList: tasksOf(tasks) })
    }),
  )
  return {
    async stop() {
      releasing.stop()
      stopping.abort()
      await Promise.all(runners.map((runner) => runner.stop().catch(() => {})))
      await pool.end()
    },
  }
}

const parseTimetable = (timetable: WorkerOptions['timetable']) =>
  parseCronItems(
    timetable.map(({ cron, job }) => ({
      match: cron,
      task: job.name,
      options: { backfillPeriod: 0, maxAttempts: 3 },
    })),
  )

export async function runDueJobs({ pool, ...options }: Pick<WorkerOptions, 'jobs' | 'platform'> & { pool: Pool }) {
  const quiet = new Logger(() => () => {})
  await runOnce({
    pgPool: pool,
    taskList: tasksOf({ ...options, stopping: new AbortController().signal }),
    noHandleSignals: true,
    logger: quiet,
  })
}

type Tasks = Pick<WorkerOptions, 'jobs' | 'platform'> & { stopping: AbortSignal }

function tasksOf({ jobs, platform, stopping }: Tasks): TaskList {
  return Object.fromEntries(
    jobs.map(({ name, payload: schema, run, restsWhileSuspended }) => [
      name,
      async (raw: unknown, { job: { key, priority, max_attempts: attempts } }: JobHelpers) => {
        const { workspaceId, payload } = readEnvelope(raw)
        if (restsWhileSuspended && (await isSuspended(platform.app, workspaceId))) {
          const rest = { runAt: new Date(Date.now() + restMs), importance: priority, attempts, ...(key && { key }) }
          return inWorkspace(platform.app, workspaceId, (tx) => enqueue(tx, { name, payload: schema }, payload, rest))
        }
        const jobLog = platform.log.child({ job: name, workspace: workspaceId || undefined })
        try {
          await run(schema.parse(payload ?? {}), {
            workspaceId,
            inWorkspace: (work) => inWorkspace(platform.app, workspaceId, work),
            inIdentity: (work) => inIdentity(platform.identity, work),
            inEach: (work) => inEach(platform.app, work, jobLog),
            stopping,
            platform,
            log: jobLog,
          })
        } catch (error) {
          jobLog.error({ err: error }, 'job failed')
          throw error
        }
      },
    ]),
  )
}

const restMs = 5 * 60_000

async function isSuspended(app: Database, workspaceId: string): Promise<boolean> {
  const found = await inWorkspace(app, workspaceId, (tx) =>
    tx.selectFrom('workspaces').select('suspendedAt').executeTakeFirst(),
  )
  return Boolean(found?.suspendedAt)
}

function readEnvelope(raw: unknown): { workspaceId: string; payload: unknown } {
  const { workspaceId, payload } = (raw ?? {}) as { workspaceId?: string | null; payload?: unknown }
  return { workspaceId: workspaceId ?? '', payload }
}

async function inEach(app: Database, work: (tx: WorkspaceTx) => Promise<void>, log: Log) {
  const { rows } = await app.pool.query<{ id: string }>('select list_workspace_ids() as id')
  for (const { id } of rows) {
    await inWorkspace(app, id, work).catch((error: unknown) =>
      log.error({ err: error, workspace: id }, 'job failed in a workspace'),
    )
  }
}

// PostgreSQL's code "cannot_connect_now". After this code graphile-worker retries; after other errors it ends the
// process.
const tryAgain = '57P03'

function connectPatiently(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionTimeoutMillis: 5000, keepAlive: true })
  // Without listeners, a lost connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.query = markOutagesForRetry(client.query.bind(client))
  })
  pool.connect = markOutagesForRetry(pool.connect.bind(pool))
  return pool
}

type Method = (...args: never[]) => unknown

/** Marks outages with the code that makes graphile-worker retry. Calls with a callback are passed on unchanged. */
function markOutagesForRetry<F extends Method>(ask: F): F {
  const patient = (...args: Parameters<F>) => {
    const answer = ask(...args)
    return answer instanceof Promise ? answer.catch(markOutage) : answer
  }
  return patient as F
}

function markOutage(error: Error): never {
  // An outage is an error that does not come from PostgreSQL, or a PostgreSQL error of class 08 (connections), 53
  // (resources) or 57 (operator intervention).
  const isAnswer = error instanceof pg.DatabaseError && !/^(08|53|57)/.test(error.code ?? '')
  throw isAnswer ? error : Object.assign(error, { code: tryAgain })
}

const everyMs = 5_000

// Releases the jobs of killed workers, which would stay locked for hours. Worker ids are stored with the name of their
// database connections. Without a connection, the worker is dead.
function releaseDeadWorkers(pool: pg.Pool, application: string, events: WorkerEvents, log: Log) {
  const own = new Set<string>()
  const register = () => pool.query('select jobs.register_workers($1, $2)', [application, [...own]])
  const release = async () => {
    await register()
    const { rows } = await pool.query<{ released: number }>('select jobs.release_dead_workers() as released')
    if (rows[0]?.released) log.warn({ workers: rows[0].released }, 'jobs of dead workers were released')
  }
  const tryTo = (work: () => Promise<unknown>) => void work().catch(() => {})

  events.on('pool:create', ({ workerPool }) => {
    own.add(workerPool.id)
    tryTo(register)
  })
  const timer = setInterval(() => tryTo(release), everyMs)
  timer.unref()
  tryTo(release)
  return { stop: () => clearInterval(timer) }
}
