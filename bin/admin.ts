import { fileURLToPath } from 'node:url'
import { loadEnvironment } from '#server/environment.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { examine } from './admin/doctor.ts'

const commands: Record<string, (variables: Record<string, string | undefined>, args: string[]) => Promise<void>> = {
  doctor: examine,
}

const [name = '', ...args] = process.argv.slice(2)
try {
  const command = commands[name]
  if (!command) throw new CannotStart(`Say what to do: npm run admin -- ${Object.keys(commands).join(' | ')}.`)
  await command(loadEnvironment(fileURLToPath(new URL('..', import.meta.url))), args)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
