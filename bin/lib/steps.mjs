import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { printTo, root } from './node.mjs'

export const isVerbose = process.argv.includes('--verbose')

export const stepLog = join(root, 'build', 'start.log')
const shownLines = 40
// Writes progress messages. If standard output is not a terminal, it is reserved for the log of the server, so messages
// go to standard error.
const tell = process.stdout.isTTY ? console.log : console.error
let hasBegun = false

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
