import { readdirSync, readFileSync } from 'node:fs'
import { buildAll } from './build.mjs'
import { runNode, runTool } from './node.mjs'
import { Problem } from './problem.mjs'

/** Tests that `npm test` does not run, or runs with less. */
const larger = () =>
  ['bin', 'contract', 'database', 'server', 'test', 'web']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => path.includes('.sweep.') || readFileSync(path, 'utf8').includes("'#test/sized.ts'"))

/** Tests that make their documents, edits and questions by chance. */
const byChance = [
  'server/writing/documents',
  'server/writing/document-reading',
  'server/content/entries/visibility',
  'server/content/delivery/random-queries',
  'web/editor/apply-document',
]

/**
 * What takes long: every screen looked at in full, what moves, what pages weigh on the wire, a server that is killed, a
 * page that is loaded anew at many moments (`MOMENTS`) while somebody writes, what `npm test` does with less, and the tests
 * by chance with a seed that they did not have before (`SEED` repeats one). With `browsers`, the walk in other browsers alone.
 */
export async function runSweep(options) {
  await buildAll()
  if (options[0] === 'browsers') return walkInBrowsers(options.slice(1))
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

/** The same walk in Firefox and in WebKit, or in the one that is named; one that is not on this machine is a failure. */
function walkInBrowsers(names) {
  const wanted = names.length > 0 ? names : ['firefox', 'webkit']
  const projects = wanted.map((name) => {
    if (!Object.hasOwn(browserProjects, name)) throw new Problem(`No browser "${name}". Known: firefox, webkit.`)
    return `--project=${browserProjects[name]}`
  })
  return runTool('playwright', ['test', ...projects, '--workers=1'], { NODE_ENV: 'test' })
}

const browserProjects = { firefox: 'Firefox', webkit: 'WebKit' }
