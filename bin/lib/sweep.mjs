import { readdirSync, readFileSync } from 'node:fs'
import { buildAll } from './build.mjs'
import { runNode, runTool } from './node.mjs'
import { Problem } from './problem.mjs'

const larger = () =>
  ['bin', 'contract', 'database', 'server', 'test', 'web']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => path.includes('.sweep.') || readFileSync(path, 'utf8').includes("'#test/sized.ts'"))

const byChance = [
  'server/writing/documents',
  'server/writing/document-reading',
  'server/content/entries/visibility',
  'server/content/delivery/random-queries',
  'web/editor/apply-document',
]

/**
 * Runs the long tests: all screens, layout shifts, page weight, a killed server, page reloads at `MOMENTS` moments
 * while somebody types, the tests that `npm test` runs with less data, and random tests with a new seed. `SEED` repeats
 * the random tests of a seed. With `browsers`, runs only the tests in other browsers.
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

function walkInBrowsers(names) {
  const wanted = names.length > 0 ? names : ['firefox', 'webkit']
  const projects = wanted.map((name) => {
    if (!Object.hasOwn(browserProjects, name)) throw new Problem(`No browser "${name}". Known: firefox, webkit.`)
    return `--project=${browserProjects[name]}`
  })
  return runTool('playwright', ['test', ...projects, '--workers=1'], { NODE_ENV: 'test' })
}

const browserProjects = { firefox: 'Firefox', webkit: 'WebKit' }
