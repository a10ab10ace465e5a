import { fileURLToPath, pathToFileURL } from 'node:url'
import { databaseUrls } from '#server/create-platform.ts'
import { plantDemo } from '#server/demo/plant-demo.ts'
import { loadEnvironment } from '#server/environment.ts'
import type { Pages } from '#server/pages/serve-pages.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { lockDataFolder } from '#server/platform/instance-lock.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { onStopSignal } from '#server/platform/stop-signals.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { type RunningServer, startServer } from '#server/start-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line: string) => console.log(line)

/** Starts everything that this process is to run, from the database to the web, and ends it in the opposite order. */
async function main(options: string[]) {
  const ends: (() => unknown)[] = []
  const end = async () => {
    for (const run of ends.splice(0).reverse()) await run()
  }
  onStopSignal(end)
  try {
    const settings = readSettings(loadEnvironment(root))
    const secrets = loadSecrets(settings.dataDir)
    ends.push(lockDataFolder(settings.dataDir).release)
    const embedded = settings.databaseUrl
      ? null
      : await startEmbeddedPostgres({
          dataDir: settings.dataDir,
          password: secrets.databasePassword,
          durable: true,
          say,
        })
    if (embedded) ends.push(embedded.stop)
    const ownerUrl = embedded?.url ?? settings.databaseOwnerUrl!
    const urls = databaseUrls(ownerUrl, embedded?.url ?? settings.databaseUrl!, secrets)
    const server = await startServer({
      settings,
      secrets,
      urls,
      pages: await preparePages(options.includes('--dev'), settings, ends),
    })
    ends.push(server.stop)
    greet(settings, server)
    if (options.includes('--demo')) say(await plantDemo(server.platform, ownerUrl))
  } catch (error) {
    await end()
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  }
}

/** In production the build as it lies; in development Vite serves the modules as they are and reloads pages. */
async function preparePages(isDev: boolean, { rootDomain }: Settings, ends: (() => unknown)[]): Promise<Pages> {
  if (isDev) {
    const { createDevelopmentBuild } = await import('#server/pages/development-build.ts')
    const development = await createDevelopmentBuild(root, rootDomain)
    ends.push(development.close)
    return development
  }
  const build = await import(pathToFileURL(`${root}build/server/index.js`).href)
  return { load: async () => build }
}

function greet(
  { rootOrigin, appOrigin, mailOrigin, hasDevelopmentMailbox, inboundDomain }: Settings,
  { smtpPort }: RunningServer,
) {
  say(`\nStartup Tools runs at ${rootOrigin}`)
  say(`  Create a workspace   ${appOrigin}/auth/register`)
  say(`  Sign in              ${appOrigin}/auth/login`)
  if (hasDevelopmentMailbox) say(`  Codes and mails      ${mailOrigin}/`)
  if (smtpPort) say(`  Incoming mail        support@WORKSPACE.${inboundDomain}, SMTP on port ${smtpPort}`)
  say('  Demo data            npm start -- --demo\n')
}

await main(process.argv.slice(2))
