import { readdirSync, readFileSync } from 'node:fs'
import { buildAll } from './build.mjs'
import { runNode, runTool } from './node.mjs'

/** Tests that `npm test` does not run, or runs with less. */
const larger = () =>
  ['bin', 'contract', 'database', 'server', 'test', 'web']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => path.includes('.sweep.') || readFileSync(path, 'utf8').includes("'#test/sized.ts'"))

/** Tests that make their documents, edits and questions by chance. */
const byChance = [
  'server/documents',
  'server/document-reading',
  'server/entries/visibility',
  'server/content-delivery/random-queries',
  'web/editor/apply-document',
]

/**
 * What takes long: every screen looked at in full, what moves, what pages weigh on the wire, a server that is killed, a
 * page that is loaded anew at many moments (`MOMENTS`) while somebody writes, what `npm test` does with less, and the tests
 * by chance with a seed that they did not have before (`SEED` repeats one).
 */
export async function runSweep(options) {
  await buildAll()
  const installed = await runNode(['bin/install-browser.ts'])
  if (installed) return installed
  const environment = { NODE_ENV: 'test', SWEEP: '1', MOMENTS: process.env.MOMENTS ?? '12' }
  const screens = await runTool('playwright', ['test', '--project=sweep', ...options], environment)
  if (options.length > 0) return screens
  const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 32))
  const files = [...byChance, ...larger()]
  const found = await runTool('vitest', ['run', ...files], { ...environment, SEED: seed, VISIBILITY_SEED: seed })
  return screens || found
}
