import { ask, load } from './load.ts'
import { leastShare } from './place.ts'

const host = 'api.startuptools.localhost'
const wanted = { ticketsPerSecond: 500, growth: 1.5 }

/**
 * Changes all tickets with a tag in a batch, while others read lists. Prints how fast it is and how much slower the
 * lists become. Returns the figures that are too far off.
 */
export async function measureTicketBatch(port: number, token: string): Promise<string[]> {
  const api = { port, host, token }
  const list = {
    ...api,
    name: 'ticket list',
    next: () => ({ method: 'GET', path: '/api/v1/tickets?view=active&limit=25' }),
  }
  const readLists = () => load(list, { inFlight: 8, count: 2000, mostSeconds: 20 })
  await readLists()
  const before = await readLists()
  const body = { change: { priority: 'urgent' }, query: { q: 'tag:bulk' } }
  const { id, total } = await ask({ ...api, method: 'POST', path: '/api/v1/ticket-batches', body })
  const during = await readLists()
  const batch = await waitFor(() => ask({ ...api, method: 'GET', path: `/api/v1/batches/${id}` }))
  const seconds = (Date.parse(batch.endedAt) - Date.parse(batch.begunAt)) / 1000
  const [rate, growth] = [total / seconds, during.p95 / before.p95]
  console.log(
    `\nA batch of ${total} tickets: ${rate.toFixed(0)} tickets a second (target ${wanted.ticketsPerSecond}), ${batch.failed} failed. ` +
      `p95 of lists ${before.p95.toFixed(1)} ms before, ${during.p95.toFixed(1)} ms during: ${growth.toFixed(2)} times (target below ${wanted.growth})`,
  )
  return [
    ...(rate < wanted.ticketsPerSecond * leastShare ? ['batch'] : []),
    ...(growth * leastShare > wanted.growth ? ['lists during a batch'] : []),
  ]
}

type BatchState = { state: string; failed: number; begunAt: string; endedAt: string }

async function waitFor(show: () => Promise<BatchState>): Promise<BatchState> {
  for (;;) {
    const batch = await show()
    if (!['waiting', 'running'].includes(batch.state)) return batch
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
