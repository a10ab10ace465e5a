import { tellTime } from './compare.ts'
import { load, type Target } from './load.ts'
import type { BenchSetup } from './place.ts'

const wantedMs = 100

/** Measures eight people who save at the same time, each in another entry. */
export async function measureSaves(
  { ports }: BenchSetup,
  { token, entryIds }: { token: string; entryIds: string[] },
  name: string,
): Promise<string[]> {
  let turn = 0
  const next = () => {
    turn += 1
    const body = { fields: { summary: `Written for the ${turn}th time` } }
    return { method: 'PATCH', path: `/api/v1/content/posts/${entryIds[turn % entryIds.length]}`, body }
  }
  const target: Target = { name, port: ports.product, host: 'api.startuptools.localhost', token, next }
  await load(target, { inFlight: 8, count: 100 })
  const measured = await load(target, { inFlight: 8, count: 800 })
  return [tellTime(name, measured, wantedMs)].flatMap((missed) => missed ?? [])
}
