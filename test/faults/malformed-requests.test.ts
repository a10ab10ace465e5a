import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, platform, settings } from '#test/world.ts'
import { seedOfRun } from './fuzz/seeded.ts'
import { listEndpoints, proveRequests } from './malformed-requests.ts'

const errors: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
const app = await createApp({ ...platform, log })
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

test('malformed requests are made to every endpoint that is served', async () => {
  const named = (await listEndpoints()).map(({ method, path }) => `${method} ${path}`)
  expect(named.toSorted()).toEqual(app.endpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
})

test('a malformed request is told what is wrong with it, and is no error of ours', { timeout: 120_000 }, async () => {
  const { id } = await newTicket(acme)
  const known = {
    tokens: [acme.admin.token, acme.agent.token, acme.customer.token],
    ids: [id, acme.customer.id, acme.agent.id],
    hosts: [settings.apiHost, `${acme.domain}.${settings.rootDomain}`, settings.appHost],
  }
  const { port } = app.server.address() as AddressInfo
  const seed = seedOfRun()
  console.log(`Malformed requests of SEED=${seed}`)
  const { holds, counts } = await proveRequests({ port, known, logged: () => errors }, 400, seed)
  expect(holds, counts).toBe(true)
})
