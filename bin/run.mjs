// Runs the npm scripts, on any Node version and before packages are installed. It installs missing packages and then
// continues on the Node version of package.json.
import { existsSync } from 'node:fs'
import { become, isSameAccount, ownerOf } from './lib/account.mjs'
import { buildAll, buildBesidePages } from './lib/build.mjs'
import { claimCurrentBuild, currentBuild } from './lib/builds.mjs'
import { compiledFolder, findDataFolder, makeDataFolder } from './lib/data-folder.mjs'
import { installPackages } from './lib/install.mjs'
import { root, run, runNode, serverFlags } from './lib/node.mjs'
import { Problem } from './lib/problem.mjs'
import { isVerbose } from './lib/steps.mjs'
import { runSweep } from './lib/sweep.mjs'
import { runTests } from './lib/test.mjs'

const dataFolder = findDataFolder()

const commands = {
  start: {
    usesData: true,
    prepare: buildAll,
    run: (options) =>
      serve([...serverFlags, 'server/start/main.ts', ...options, ...(isVerbose ? ['--verbose'] : [])], 'production'),
  },
  dev: {
    usesData: true,
    prepare: buildBesidePages,
    run: (options) =>
      serve(['--watch', '--watch-preserve-output', 'server/start/main.ts', '--dev', ...options], 'development'),
  },
  admin: { usesData: true, run: (options) => runOnData(['bin/admin.ts', ...options], 'production') },
  install: {},
  build: { prepare: buildAll },
  test: { needsBrowser: true, run: (words) => runTests(words) },
  sweep: { needsBrowser: true, run: (options) => runSweep(options) },
  bench: {
    prepare: buildAll,
    run: (options) => runNode(['test/bench/run.ts', ...options], { NODE_ENV: 'production' }),
  },
  faults: {
    prepare: buildAll,
    run: (options) => runNode(['test/faults/run.ts', ...options], { NODE_ENV: 'production' }),
  },
}

function serve(args, environment) {
  makeDataFolder(dataFolder)
  claimCurrentBuild()
  return runOnData(args, environment)
}

const runOnData = (args, environment) =>
  runNode(args, { NODE_ENV: environment, ...compiledFolder(dataFolder, currentBuild() ?? 'none') })

// Runs a command. As root, the preparation runs as the owner of the project folder and the command as the owner of the
// data folder, so that each owner can change the files created there.
async function work({ usesData, needsBrowser, prepare, run: doIt }, options) {
  const keeper = ownerOf(root)
  const runner = usesData && existsSync(dataFolder) ? ownerOf(dataFolder) : keeper
  if (keeper && needsBrowser) {
    await runApart('install')
    await runNode(['bin/install-browser.ts'], { NODE_DISABLE_COMPILE_CACHE: '1' })
  }
  if (keeper && !isSameAccount(keeper, runner)) await runApart(prepare ? 'build' : 'install')
  else if (keeper) become(keeper)
  await installPackages()
  await prepare?.()
  if (runner && !isSameAccount(keeper, runner)) become(runner)
  return doIt?.(options)
}

async function runApart(name) {
  const code = await run(process.execPath, ['bin/run.mjs', name, ...(isVerbose ? ['--verbose'] : [])])
  if (code !== 0) throw new Problem('The project could not be prepared.')
}

const [name, ...options] = process.argv.slice(2).filter((word) => word !== '--verbose')
try {
  if (!Object.hasOwn(commands, name ?? '')) {
    throw new Problem(`Usage: node bin/run.mjs COMMAND. The commands are ${Object.keys(commands).join(', ')}.`)
  }
  process.exitCode = await work(commands[name], options)
} catch (error) {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
