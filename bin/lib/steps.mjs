import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { printTo, root } from './node.mjs'

/** `--verbose` shows what the tools of a step print. */
export const isVerbose = process.argv.includes('--verbose')

export const stepLog = join(root, 'build', 'start.log')
const shownLines = 40
/** Where there is no terminal, standard output is the server's for its log. */
const tell = process.stdout.isTTY ? console.log : console.error
let hasBegun = false

/** The output of the tools goes to `build/start.log`. If the step fails, the end of it is shown. */
export async function step(name, work) {
  if (isVerbose) {
    tell(`${name} …`)
    return work()
  }
  const begunAt = Date.now()
  mkdirSync(dirname(stepLog), { recursive: true })
  const log = openSync(stepLog, hasBegun ? 'a' : 'w')
  hasBegun = true
  printTo(log)
  try {
    await work()
  } catch (error) {
    console.error(readFileSync(stepLog, 'utf8').trimEnd().split('\n').slice(-shownLines).join('\n'))
    console.error(`\n${name} failed. All messages are in ${relative(root, stepLog)}.`)
    throw error
  } finally {
    printTo(null)
    closeSync(log)
  }
  tell(`${name}: ${((Date.now() - begunAt) / 1000).toFixed(1)} s`)
}
