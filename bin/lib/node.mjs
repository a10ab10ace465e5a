import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from './problem.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')

/**
 * Memory settings of the server. The nursery has V8's default size, because a smaller one moves objects of a request to
 * the old space. Pretenuring is off, because an object in the old space keeps the objects alive that it references. The
 * old space grows by half before a collection; V8 could let it quadruple.
 */
export const serverFlags = ['--max-semi-space-size=16', '--no-allocation-site-pretenuring', '--heap-growing-percent=50']

export const runNode = (args, environment) => run(pinnedNode, args, environment)

export const runTool = (name, args, environment) => run(join(root, 'node_modules', '.bin', name), args, environment)

let output = 'inherit'
export function printTo(file) {
  output = file === null ? 'inherit' : ['inherit', file, file]
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const parent = process.ppid

/**
 * Runs a command and waits for its end, even after a stop signal. Ctrl-C can send the signal twice: from the terminal
 * and from npm.
 */
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

// Whether npm, the parent process, was killed. A killed npm forwards no signal, so the server would run on unnoticed.
const isAbandoned = () => Boolean(process.env.npm_lifecycle_event) && process.ppid !== parent

function inheritedEnvironment() {
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
  }
}
