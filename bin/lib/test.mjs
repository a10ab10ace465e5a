import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll } from './build.mjs'
import { runNode, runTool } from './node.mjs'
import { Problem } from './problem.mjs'

/** Runs every check, a failed one included, and ends with one line that counts them. */
export async function runTests() {
  const reports = mkdtempSync(join(tmpdir(), 'startup-tools-reports-'))
  const results = []
  try {
    results.push(await check('types', checkTypes))
    results.push(await check('lint', async () => (await runTool('biome', ['check', '.'])) === 0))
    const built = await check('build', tryToBuild)
    results.push(built)
    results.push(await runVitest(join(reports, 'vitest.json')))
    if (built.failed === 0) results.push(await runStories(join(reports, 'playwright.json')))
    else results.push({ name: 'stories (not run without a build)', passed: 0, failed: 1 })
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  return report(results)
}

async function check(name, passes) {
  console.log(`\n── ${name}`)
  return (await passes()) ? { name, passed: 1, failed: 0 } : { name, passed: 0, failed: 1 }
}

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

async function runVitest(file) {
  console.log('\n── tests')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runTool('vitest', ['run', ...reporters], { NODE_ENV: 'test' })
  const counts = countOf(file, ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
    passed: numPassedTests,
    // A file that could not be loaded has no test in it to count, and still failed.
    failed: numFailedTests + testResults.filter(isEmptyFailure).length,
    skipped: numPendingTests,
    failures: testResults.flatMap(failuresOfFile),
  }))
  return settle('tests', code, counts)
}

const failuresOfFile = ({ name, message, status, assertionResults }) =>
  status === 'failed' && assertionResults.length === 0
    ? [`${name}\n${message}`]
    : assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)

const isEmptyFailure = ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0

async function runStories(file) {
  console.log('\n── stories')
  if ((await runNode(['bin/install-browser.ts'])) !== 0) return { name: 'stories', passed: 0, failed: 1 }
  const environment = { NODE_ENV: 'test', PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const code = await runTool('playwright', ['test', '--reporter=list,json'], environment)
  const counts = countOf(file, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [...errors.map(({ message }) => message), ...suites.flatMap(failuresOfSuite)],
  }))
  return settle('stories', code, counts)
}

const failuresOfSuite = ({ suites = [], specs = [] }) => [
  ...specs
    .filter((spec) => !spec.ok)
    .map((spec) => `${spec.file}:${spec.line} › ${spec.title}\n${errorsOfSpec(spec).join('\n')}`),
  ...suites.flatMap(failuresOfSuite),
]

const errorsOfSpec = ({ tests }) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)))

const countOf = (file, count) => (existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : {})

/** A runner that fails without naming a failed test counts as one failure, so that nothing is lost. */
function settle(name, code, { passed = 0, failed = 0, skipped = 0, failures = [] }) {
  return { name, passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped, failures }
}

/** What failed is told once more at the end: of a long log often only the end is kept. */
function report(results) {
  for (const failure of results.flatMap(({ failures = [] }) => failures)) console.log(`\n✗ ${failure}`)
  console.log('')
  for (const { name, passed, failed, skipped } of results) {
    console.log(
      `${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`,
    )
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') === 0 ? 0 : 1
}
