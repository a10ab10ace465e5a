import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { acme, databaseUrl, owner, platform } from '#test/world.ts'
import { inWorkspace } from './database.ts'
import { enqueue, job, startWorker } from './jobs.ts'

const Nothing = z.object({})

/** Creates a job that runs until `letGo` is called. `began` counts the runs. */
function waitingJob(name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const began = vi.fn()
  const waiting = job(name, Nothing, async () => {
    began()
    await promise
  })
  return { waiting, began, letGo: resolve }
}

async function work(...jobs: Parameters<typeof startWorker>[0]['jobs']) {
  const worker = await startWorker({ workerUrl: databaseUrl.worker, jobs, timetable: [], platform })
  onTestFinished(() => worker.stop())
}

const queue = (wanted: ReturnType<typeof waitingJob>['waiting']) =>
  inWorkspace(platform.app, acme.id, (tx) => enqueue(tx, wanted, {}))

const soon = { timeout: 15_000, interval: 50 }

test('a job that runs is locked by a worker that counts as alive', async () => {
  const { waiting, began, letGo } = waitingJob('test.long')
  await work(waiting)
  await queue(waiting)
  await vi.waitFor(() => expect(began).toHaveBeenCalledOnce(), soon)

  await vi.waitFor(async () => {
    const { rows } = await owner.query(
      `select w.worker_id is not null as is_alive from graphile_worker._private_jobs j
       left join jobs.live_workers w on w.worker_id = j.locked_by where j.locked_by is not null`,
    )
    expect(rows).toEqual([{ is_alive: true }])
  }, soon)
  const released = await owner.query('select jobs.release_dead_workers() as released')
  expect(released.rows).toEqual([{ released: 0 }])
  letGo()
})

test('a job locked by a worker that is gone runs again', async () => {
  const { waiting, began, letGo } = waitingJob('test.orphan')
  letGo()
  await queue(waiting)
  await owner.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-of-a-killed-process', locked_at = now() - interval '1 minute'`,
  )
  await work(waiting)

  await vi.waitFor(() => expect(began).toHaveBeenCalledOnce(), soon)
})

test('workers come back after every connection of theirs was cut in the middle of a job', async () => {
  const cut = waitingJob('test.cut')
  const later = waitingJob('test.later')
  later.letGo()
  await work(cut.waiting, later.waiting)
  await queue(cut.waiting)
  await vi.waitFor(() => expect(cut.began).toHaveBeenCalled(), soon)
  await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'startup-tools worker%'",
  )
  cut.letGo()
  await queue(later.waiting)

  await vi.waitFor(() => expect(later.began).toHaveBeenCalledOnce(), soon)
})
