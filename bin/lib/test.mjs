import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildAll } from './build.mjs'
import { root, runNode, runTool } from './node.mjs'
import { Problem } from './problem.mjs'

export async function runTests(words = []) {
  const reports = mkdtempSync(join(tmpdir(), 'startup-tools-reports-'))
  const results = []
  const allStartedAt = Date.now()
  const run = async (name, part) => {
    console.log(`\n── ${name}`)
    const startedAt = Date.now()
    results.push({ name, skipped: 0, failures: [], slowest: [], ...(await part()), ms: Date.now() - startedAt })
    return results.at(-1).failed === 0
  }
  try {
    const beforeTests = words.length === 0 ? [run('types', check(checkTypes)), run('lint', check(checkStyle))] : []
    const isBuilt = await run('build', check(tryToBuild))
    await Promise.all(beforeTests)
    await run('tests', () => runVitest(join(reports, 'vitest.json'), words))
    if (isBuilt) await run('stories', () => runStories(join(reports, 'playwright.json'), words))
    else await run('stories (not run without a build)', () => ({ passed: 0, failed: 1 }))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  return report(results, Date.now() - allStartedAt)
}

const check = (passes) => async () => ((await passes()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

const checkStyle = async () => (await runTool('biome', ['check', '.'])) === 0 && (await runTool('knip')) === 0

async function checkTypes() {
  return (await runTool('react-router', ['typegen'])) === 0 && (await runTool('tsc', ['--noEmit', '-p', '.'])) === 0
}

async function tryToBuild() {
  try {
    await buildAll()
    return true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.error(error.message)
    return false
  }
}

async function runVitest(file, words) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runTool('vitest', ['run', '--passWithNoTests', ...reporters, ...words], { NODE_ENV: 'test' })
  const counts = countOf(file, ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests + testResults.filter(isEmptyFailure).length,
    skipped: numPendingTests,
    failures: testResults.flatMap(failuresOfFile),
    slowest: slowestOf(testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime])),
  }))
  return settle(code, counts)
}

const failuresOfFile = ({ name, message, status, assertionResults }) =>
  status === 'failed' && assertionResults.length === 0
    ? [`${name}\n${message}`]
    : assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)

const isEmptyFailure = ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0

async function runStories(file, words) {
  if ((await runNode(['bin/install-browser.ts'])) !== 0) return { passed: 0, failed: 1 }
  const environment = { NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const options = ['test', '--project=components', '--project=stories', '--pass-with-no-tests', '--reporter=list,json']
  const code = await runTool('playwright', [...options, ...words], environment)
  const counts = countOf(file, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [...errors.map(({ message }) => message), ...suites.flatMap(failuresOfSuite)],
    slowest: slowestOf(suites.map((suite) => [suite.file, msOfSuite(suite)])),
  }))
  return settle(code, counts)
}

const msOfSuite = ({ suites = [], specs = [] }) =>
  [...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))].reduce(
    (sum, ms) => sum + ms,
    suites.reduce((sum, suite) => sum + msOfSuite(suite), 0),
  )

const slowestOf = (files) => files.sort(([, one], [, other]) => other - one).slice(0, 10)

const failuresOfSuite = ({ suites = [], specs = [] }) => [
  ...specs
    .filter((spec) => !spec.ok)
    .map((spec) => `${spec.file}:${spec.line} › ${spec.title}\n${errorsOfSpec(spec).join('\n')}`),
  ...suites.flatMap(failuresOfSuite),
]

const errorsOfSpec = ({ tests }) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)))

const countOf = (file, count) => (existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : {})

function settle(code, { passed = 0, failed = 0, ...rest }) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, ...rest }
}

/** Prints failures again at the end, because often only the end of a long log is kept. */
function report(results, allMs) {
  for (const { name, slowest } of results.filter((result) => result.slowest.length > 0)) {
    console.log(`\nThe slowest files of the ${name}:`)
    for (const [file, ms] of slowest) console.log(`${secondsOf(ms).padStart(8)}  ${file}`)
  }
  for (const failure of results.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`)
  console.log('')
  for (const { name, passed, failed, skipped, ms } of results) {
    const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
    console.log(`${failed ? '✗' : '✓'} ${name}: ${counts} in ${secondsOf(ms)}`)
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  console.log(`All of it took ${(allMs / 60_000).toFixed(1)} minutes.`)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') === 0 ? 0 : 1
}

const secondsOf = (ms) => `${(ms / 1000).toFixed(1)} s`
