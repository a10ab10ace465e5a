// Every npm script begins here, on whatever Node is at hand and before anything is installed:
// it installs what is missing, then lets the pinned Node do the work.
import { buildAll, buildBesidePages } from './lib/build.mjs'
import { installPackages } from './lib/install.mjs'
import { runNode, serverFlags } from './lib/node.mjs'
import { Problem } from './lib/problem.mjs'
import { runSweep } from './lib/sweep.mjs'
import { runTests } from './lib/test.mjs'

const commands = {
  async start(options) {
    await buildAll()
    return runNode([...serverFlags, 'server/main.ts', ...options], { NODE_ENV: 'production' })
  },
  async dev(options) {
    await buildBesidePages()
    return runNode(['--watch', '--watch-preserve-output', 'server/main.ts', '--dev', ...options], {
      NODE_ENV: 'development',
    })
  },
  test: (words) => runTests(words),
  sweep: (options) => runSweep(options),
  async bench(options) {
    await buildAll()
    return runNode(['test/bench/run.ts', ...options], { NODE_ENV: 'production' })
  },
  async faults(options) {
    await buildAll()
    return runNode(['test/faults/run.ts', ...options], { NODE_ENV: 'production' })
  },
  admin: (options) => runNode(['bin/admin.ts', ...options], { NODE_ENV: 'production' }),
}

const [name, ...options] = process.argv.slice(2)
try {
  if (!Object.hasOwn(commands, name ?? '')) {
    throw new Problem(`Say what to run: ${Object.keys(commands).join(', ')} (for example: npm start).`)
  }
  await installPackages()
  process.exitCode = await commands[name](options)
} catch (error) {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
