import { lookup } from 'node:dns/promises'
import { flushCompileCache } from 'node:module'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { plantDemo } from '#server/operations/demo/plant-demo.ts'
import type { Pages } from '#server/pages/serve-pages.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { explainOutage } from '#server/platform/database/outages/outage.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { errorCode } from '#server/platform/error-code.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { lockDataFolder } from '#server/platform/process/instance-lock.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { loadEnvironment } from '#server/platform/settings/load-environment.ts'
import { findWarnings, readSettings, type Settings } from '#server/platform/settings/settings.ts'
import { databaseUrls } from './create-platform.ts'
import { readMainOptions, refuseOnDomain } from './main-options.ts'
import { type RunningServer, type Step, startServer } from './start-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isTerminal = process.stdout.isTTY
// Prints a line for the operator. Without a terminal, the line goes to standard error, so that standard output contains
// only log lines.
const say = (line: string) => (isTerminal ? console.log(line) : console.error(line))
const longestStartMs = 30_000

type Run = { ends: (() => unknown)[]; isStopping: boolean; ending?: Promise<void> }

// Starts the server, and stops all started parts after a failure or a stop signal. A stop signal during the start waits
// up to 30 seconds for the current step.
async function main(options: string[]) {
  const run: Run = { ends: [], isStopping: false }
  const starting = start(run, options).catch(async (error: unknown) => {
    await end(run)
    if (run.isStopping) return
    console.error(explain(error))
    process.exitCode = 1
  })
  onStopSignal(async () => {
    run.isStopping = true
    await Promise.race([starting, sleep(longestStartMs)])
    await end(run)
  })
  await starting
}

function explain(error: unknown): unknown {
  if (error instanceof CannotStart) return error.message
  if (!(error instanceof Error)) return explainOutage(error) ?? error
  if (errorCode(error) === 'ENOSPC') return `The disk is full (${error.message}): free some space, then start again.`
  return explainOutage(error) ?? explainOutage(error.cause) ?? error
}

const end = (run: Run) => {
  run.ending ??= endAll(run)
  return run.ending
}

// Stops the parts in reverse order of their start, so the database stops after the server. If a part fails to stop, the
// others are still stopped.
async function endAll({ ends }: Run) {
  for (const stop of ends.splice(0).reverse()) {
    try {
      await stop()
    } catch (error) {
      console.error(error)
    }
  }
}

/** Stops this process because its version is outdated. Prints the reason to standard error. */
async function leave(run: Run, sentence: string) {
  if (run.isStopping) return
  run.isStopping = true
  console.error(sentence)
  await end(run)
  process.exit(1)
}

async function start(run: Run, words: string[]) {
  const options = readMainOptions(words)
  const { variables, faults, warnings } = loadEnvironment(root)
  const settings = readSettings(options.isDemo ? { ...ofDemo, ...variables } : variables, faults)
  refuseOnDomain(options, settings)
  for (const warning of [...warnings, ...findWarnings(variables)]) console.error(`Warning: ${warning}`)
  const secrets = loadSecrets(settings.dataDir)
  run.ends.push(lockDataFolder(settings.dataDir).release)
  const { ownerUrl, servingUrl } = await findDatabase(run, settings, secrets.databasePassword)
  if (run.isStopping) return
  const urls = databaseUrls(ownerUrl, servingUrl, secrets)
  const pages = await preparePages(run, options.isDev, settings)
  if (run.isStopping) return
  const onNewer = (sentence: string) => leave(run, sentence)
  const logFile = isTerminal && !options.isDev && !options.isVerbose ? join(settings.dataDir, 'server.log') : null
  const server = await startServer({ settings, secrets, urls, logFile, step, onNewer, ...(pages ? { pages } : {}) })
  run.ends.push(server.stop)
  if (run.isStopping) return
  const people = options.isDemo ? await step('Adding the demo data', () => plantDemo(server.platform, ownerUrl)) : null
  if (run.isStopping) return
  greet(settings, server, { logFile, isDemo: options.isDemo })
  // Writes Node's compile cache immediately, so that the next process can use it even if this process is killed.
  flushCompileCache()
  if (people) say(people)
}

const step: Step = async (name, work) => {
  const begunAt = performance.now()
  const made = await work()
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1)
  say(`${typeof name === 'string' ? name : name(made)}: ${seconds} s`)
  return made
}

// Settings of the demo. The links in its example texts lead to hosts that do not exist, so the server must not check
// them.
const ofDemo = { OUTSIDE_LINKS: 'off' }

async function findDatabase({ ends }: Run, settings: Settings, password: string) {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings
  if (databaseUrl) return { ownerUrl: databaseOwnerUrl!, servingUrl: databaseUrl }
  const { url, stop } = await step('Starting the database', () =>
    startEmbeddedPostgres({ dataDir, password, durable: true, say }),
  )
  ends.push(stop)
  return { ownerUrl: url, servingUrl: url }
}

async function preparePages(
  { ends }: Run,
  isDev: boolean,
  { rootDomain, roles }: Settings,
): Promise<Pages | undefined> {
  if (!roles.has('web')) return undefined
  if (isDev) {
    const { createDevelopmentBuild } = await import('#server/pages/development-build.ts')
    const development = await createDevelopmentBuild(root, rootDomain)
    ends.push(development.close)
    return development
  }
  const build = await import(new URL('server/index.js', buildFolder).href)
  return { load: async () => build }
}

function greet(settings: Settings, { port, smtpPort }: RunningServer, { logFile, isDemo }: Greeting) {
  const { rootOrigin, appOrigin, mailOrigin, hasDevelopmentMailbox, inboundDomain, isLocal, host, smtpUrl } = settings
  say(`\nStartup Tools runs at ${rootOrigin}`)
  if (!isLocal) say(`  Listens on           ${host}, port ${port}`)
  if (settings.roles.has('web')) {
    say(`  Create a workspace   ${appOrigin}/auth/register`)
    say(`  Sign in              ${appOrigin}/auth/login`)
  }
  if (hasDevelopmentMailbox) say(`  Codes and mails      ${mailOrigin}/ (on this machine alone)`)
  else if (smtpUrl) say(`  Codes and mails      by the relay ${new URL(smtpUrl).host}`)
  else say('  Codes                npm run admin -- member code EMAIL')
  if (smtpPort) say(`  Incoming mail        support@WORKSPACE.${inboundDomain}, SMTP on port ${smtpPort}`)
  if (logFile) say(`  Log                  ${shortPath(logFile)} (npm start -- --verbose prints it here)`)
  say('  API key              npm run admin -- key create DOMAIN EMAIL')
  if (isLocal && !isDemo) say('  Demo data            npm start -- --demo')
  say('')
  if (isLocal) void adviseOnNames(settings.rootDomain)
}

type Greeting = { logFile: string | null; isDemo: boolean }

function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path)
  return fromHere.startsWith('..') ? path : fromHere
}

// Prints advice if this system does not resolve names below `localhost`. Browsers resolve these names themselves (RFC
// 6761, section 6.3).
async function adviseOnNames(rootDomain: string) {
  const isKnown = await lookup(`api.${rootDomain}`).then(Boolean, () => false)
  if (isKnown) return
  const names = ['', 'api.', 'app.', 'files.', 'mail.', 'WORKSPACE.'].map((label) => `${label}${rootDomain}`)
  say(`Browsers find these addresses, and other programs on this machine do not: its resolver does not know *.localhost (ENOTFOUND).
Add this line to /etc/hosts, with the names of your workspaces in the place of WORKSPACE:

  127.0.0.1 ${names.join(' ')}
`)
}

await main(process.argv.slice(2))

/** Ctrl-C arrives twice, from the terminal and through npm. The second signal must not interrupt the stop. */
export function onStopSignal(stop: () => Promise<void>) {
  let isStopping = false
  const stopOnce = async () => {
    if (isStopping) return
    isStopping = true
    await stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopOnce)
}
