import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '#server/platform/log.ts'

const everyMs = 5_000

/**
 * A killed worker leaves its jobs locked for hours. Each process stores the ids under which it locks jobs, again and
 * again, because another process may have taken it for dead during an outage. Its connections have a name of its own.
 * If no connection has that name, the process is dead, and its jobs run again.
 */
export function releaseDeadWorkers(pool: pg.Pool, application: string, events: WorkerEvents, log: Log) {
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
