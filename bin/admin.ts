import { fileURLToPath } from 'node:url'
import { loadEnvironment } from '#server/load-environment.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { explainOutage } from '#server/platform/database/outages/explain-outage.ts'
import { runCommand } from './admin/commands.ts'

try {
  const { variables, ...found } = loadEnvironment(fileURLToPath(new URL('..', import.meta.url)))
  console.log(await runCommand(process.argv.slice(2), variables, found))
} catch (error) {
  const sentence = error instanceof CannotStart ? error.message : explainOutage(error)
  if (!sentence) throw error
  console.error(sentence)
  process.exitCode = 1
}
