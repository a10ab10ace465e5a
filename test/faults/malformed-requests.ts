import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Fault, inParallel, type Verdict } from './fault.ts'
import { foundCompany, newCustomerOf } from './found-company.ts'
import { type KnownValues, type Malformed, malformedRequest } from './fuzz/malformed-request.ts'
import { newSeed, seeded, seedOfRun } from './fuzz/seeded.ts'
import { type Heard, sendBytes } from './fuzz/send-bytes.ts'

const number = 20_000

export const malformedRequests: Fault = {
  name: `${number.toLocaleString('en')} malformed requests`,
  async prove(site) {
    await site.start({ LOG_LEVEL: 'error' })
    const company = await foundCompany(site, 'alpha-co')
    const customer = await newCustomerOf(site, company)
    const known = {
      tokens: [company.token, company.token, customer.token],
      ids: [company.memberId, customer.id, company.id],
      hosts: ['api.startuptools.localhost', 'alpha-co.startuptools.localhost', 'app.startuptools.localhost'],
    }
    return proveRequests({ port: site.port, known, logged: () => site.loggedErrors() }, number, seedOfRun(newSeed()))
  },
}

type Target = { port: number; known: KnownValues; logged: () => string[] }

/** Sends `count` malformed requests. `holds` is true if each gets a proper answer and the server logs no error. */
export async function proveRequests({ port, known, logged }: Target, count: number, seed: number): Promise<Verdict> {
  const random = seeded(seed)
  const endpoints = await listEndpoints()
  const requests = Array.from({ length: count }, () => malformedRequest(endpoints, known, random))
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  await inParallel(requests, 20, async (request) => {
    const heard = await sendBytes(port, request)
    const status = typeof heard === 'string' ? heard : String(heard.status)
    statuses[status] = (statuses[status] ?? 0) + 1
    const fault = faultOf(request, heard)
    if (fault) faults.push(`${request.line.slice(0, 200)}: ${fault}`)
  })
  const errors = logged()
  const told = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`)
  return {
    holds: faults.length === 0 && errors.length === 0,
    counts: [`seed ${seed}`, ...told, ...faults.slice(0, 10), ...errors.slice(0, 5)].join(', '),
  }
}

function faultOf({ isCutOff }: Malformed, heard: Heard): string | null {
  if (heard === 'silent') return 'no answer'
  if (heard === 'closed') return isCutOff ? null : 'closed without an answer'
  const { status, type, text } = heard
  const isHonest = status === 503 && /"code":"(took-too-long|unavailable)"/.test(text)
  if (status >= 500 && !isHonest) return `${status} ${text.slice(0, 300)}`
  if (type.includes('problem+json') && text && !/"detail":"[^"]{5,}/.test(text)) return `${status} without a sentence`
  return null
}

export async function listEndpoints(): Promise<Endpoint[]> {
  const files = globSync('contract/**/*.ts', { exclude: ['**/*.test.ts'] }).toSorted()
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)))
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'for' in value
