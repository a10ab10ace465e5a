import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { plantDemo } from '#server/operations/demo/plant-demo.ts'
import { reachServer } from '#test/reach-server.ts'
import { app, databaseUrl, platform, runJobs, settings } from '#test/world.ts'
import { differences, fits, type Ids, readAnswer, withOwnIds } from './compare-answers.ts'
import { type Block, type Example, readExamples } from './read-page.ts'
import { type Answer, runShell } from './run-shell.ts'

const start = 'docs/api.md'
// Pages in the order of the tests. `docs/api.md` creates the keys, and the authentication page creates the session;
// later pages use both.
const pages = [
  start,
  ...readdirSync('docs/api')
    .sort()
    .map((name) => `docs/api/${name}`),
]
const variables: Record<string, string> = {}
const folder = mkdtempSync(join(tmpdir(), 'api-pages-'))

beforeAll(async () => {
  await plantDemo(platform, databaseUrl.owner)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const picture = { create: { width: 1600, height: 900, channels: 3, background: '#0a6' } } as const
  writeFileSync(join(folder, 'boat.png'), await sharp(picture).png().toBuffer())
  writeFileSync(join(folder, 'log.txt'), 'It broke at 9:30')
  writeFileSync(join(folder, 'faq.md'), '# Opening hours\n\nWe are open every day.\n')
})

test.each(pages.slice(1))('%s begins with a request and its answer', (path) => {
  expect(readExamples(path)[0]?.answer).toBeTruthy()
})

test.each(pages)('every example of %s has the answer that the page shows', async (path) => {
  const examples = readExamples(path)
  const ids: Ids = new Map()
  const faults: string[] = []
  for (const example of examples)
    faults.push(...(await run(example, ids)).map((fault) => `${path}:${example.request.line} ${fault}`))
  expect(faults).toEqual([])
})

async function run({ request, answer }: Example, ids: Ids): Promise<string[]> {
  const text = withOwnIds(request.text, ids)
  if (request.language === 'ts') {
    if (!request.name) return []
    const printed = await runScript({ ...request, text })
    return answer ? differences(readAnswer(answer.text), JSON.parse(printed), ids) : []
  }
  const real = await runShell(text, variables, folder)
  await runJobs()
  if (answer && real) return compare(answer, real, ids)
  if (!real || real.status < 400) return []
  return [`: the answer is ${real.status} ${real.body}`]
}

/**
 * An `http` block shows the status and headers, and sometimes the body. A `json` block shows only the body of a
 * successful answer.
 */
function compare({ language, text }: Block, real: Answer, ids: Ids): string[] {
  if (language === 'text') return fits(text.trim(), real.body.trim(), ids) ? [] : [`: the answer is\n${real.body}`]
  if (language !== 'http') {
    if (real.status >= 400) return [`: the answer is ${real.status} ${real.body}`]
    return differences(readAnswer(text), JSON.parse(real.body), ids)
  }
  const [head, body] = text.split('\n\n')
  const [status, ...headers] = head!.trim().split('\n')
  return [
    ...(status!.split(' ')[1] === String(real.status) ? [] : [`: the status is ${real.status} ${real.body}`]),
    ...headers.flatMap((header) => {
      const [, name, value] = /^([\w-]+): (.*)$/.exec(header)!
      // Removes the factor of 1,000 that `RATE_LIMITS=relaxed` adds to each limit.
      const sent = String(real.headers[name!.toLowerCase()]).replace(/(;q=\d+)000;/, '$1;')
      if (name === 'ETag' && !ids.has(value!)) ids.set(value!, sent)
      return fits(value!, sent, ids) ? [] : [`: ${name} is ${sent}`]
    }),
    ...(body?.trim() ? differences(readAnswer(body), JSON.parse(real.body), ids) : []),
  ]
}

async function runScript({ name, text }: Block): Promise<string> {
  writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'reach-server.mjs'), reachServer((app.server.address() as AddressInfo).port))
  const env = { ...process.env, NODE_OPTIONS: '', API: `http://${settings.apiHost}`, ...variables }
  const args = ['--import', './reach-server.mjs', '--experimental-strip-types', '--no-warnings', name]
  return (await promisify(execFile)(process.execPath, args, { cwd: folder, env })).stdout
}
