import { readdirSync, readFileSync } from 'node:fs'
import { buildAll } from './build.mjs'
import { runNode, runTool } from './node.mjs'
import { Problem } from './problem.mjs'

/** Tests that `npm test` skips, or runs with less. */
const larger = () =>
  ['bin', 'contract', 'database', 'server', 'test', 'web']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => path.includes('.sweep.') || readFileSync(path, 'utf8').includes("'#test/sized.ts'"))

/** Tests with random documents, edits and queries. */
const byChance = [
  'server/writing/documents',
  'server/writing/document-reading',
  'server/content/entries/visibility',
  'server/content/delivery/random-queries',
  'web/editor/apply-document',
]

/**
 * Long-running tests: every screen in full, layout shifts, page weight on the wire, a killed server, a page that
 * reloads at many moments (`MOMENTS`) while somebody types, the reduced tests of `npm test`, and the random tests with
 * a new seed (`SEED` repeats one). With `browsers`, only the walk in other browsers.
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

/** The same walk in Firefox and WebKit, or in the named one. A missing browser is a failure. */
function walkInBrowsers(names) {
  const wanted = names.length > 0 ? names : ['firefox', 'webkit']
  const projects = wanted.map((name) => {
    if (!Object.hasOwn(browserProjects, name)) throw new Problem(`No browser "${name}". Known: firefox, webkit.`)
    return `--project=${browserProjects[name]}`
  })
  return runTool('playwright', ['test', ...projects, '--workers=1'], { NODE_ENV: 'test' })
}

const browserProjects = { firefox: 'Firefox', webkit: 'WebKit' }
