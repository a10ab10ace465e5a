import { setTimeout as wait } from 'node:timers/promises'
import { owner } from '#test/world.ts'

/** Resolves when `count` transactions wait for locks, so that a race certainly happens. */
export async function untilWaiting(count: number): Promise<void> {
  const { rows } = await owner.query(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  if (rows[0].waiting >= count) return
  await wait(10)
  await untilWaiting(count)
}
