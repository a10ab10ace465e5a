import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from './problem.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')

/**
 * Memory settings of the server. The nursery has V8's default size: in a smaller one the objects of a request survive
 * it, and are collected late. Nothing is allocated outside it because similar objects survived once, since objects that
 * it references would survive too. The old space grows by half before a collection; V8 would let it quadruple on a
 * large machine.
 */
export const serverFlags = ['--max-semi-space-size=16', '--no-allocation-site-pretenuring', '--heap-growing-percent=50']

export const runNode = (args, environment) => run(pinnedNode, args, environment)

export const runTool = (name, args, environment) => run(join(root, 'node_modules', '.bin', name), args, environment)

let output = 'inherit'
/** Sends the output of later processes to an open file, or to the terminal again. */
export function printTo(file) {
  output = file === null ? 'inherit' : ['inherit', file, file]
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const parent = process.ppid

/** Ctrl-C arrives twice, from the terminal and from npm. The child takes the first; this process outlives it. */
export function run(command, args, environment = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: output,
    env: { ...inheritedEnvironment(), ...environment },
  })
  let isStopping = false
  const stop = (signal) => {
    isStopping = true
    child.kill(signal)
  }
  for (const signal of stopSignals) process.on(signal, stop)
  const watch = setInterval(() => isAbandoned() && stop('SIGTERM'), 1000)
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Problem(`${command} could not be run: ${error.message}.`)))
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
    .then((code) => {
      if (isStopping) process.exit(code)
      return code
    })
    .finally(() => {
      clearInterval(watch)
      for (const signal of stopSignals) process.off(signal, stop)
    })
}

/** A killed npm forwards nothing, and would leave a hidden server running. */
const isAbandoned = () => Boolean(process.env.npm_lifecycle_event) && process.ppid !== parent

function inheritedEnvironment() {
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
  }
}
