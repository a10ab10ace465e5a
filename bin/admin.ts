import { fileURLToPath } from 'node:url'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { explainOutage } from '#server/platform/database/outages/outage.ts'
import { loadEnvironment } from '#server/platform/settings/load-environment.ts'
import { runCommand, writesToOutput } from './admin/commands.ts'

try {
  const { variables, ...found } = loadEnvironment(fileURLToPath(new URL('..', import.meta.url)))
  const words = process.argv.slice(2)
  const message = await runCommand(words, variables, found)
  if (message) (writesToOutput(words) ? console.error : console.log)(message)
} catch (error) {
  const sentence = error instanceof CannotStart ? error.message : explainOutage(error)
  if (!sentence) throw error
  console.error(sentence)
  process.exitCode = 1
}
