import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { LoadedEnvironment } from '#server/platform/settings/load-environment.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export type CommandCall = {
  /** Reading this property fails if a setting is wrong. */
  readonly settings: Settings
  environment: LoadedEnvironment
  words: string[]
  options: Record<string, string | boolean | undefined>
}
export type Command = {
  name: string
  takes: string
  does: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  run(asked: CommandCall): Promise<string>
}

export function findCommand(commands: Command[], args: string[]): Command {
  const found = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '))
  if (!found) throw new CannotStart(`Unknown command. npm run admin -- --help lists all commands.`)
  return found
}

export function readWords(
  { name, takes, options = {} }: Command,
  args: string[],
): Pick<CommandCall, 'words' | 'options'> {
  const rest = args.slice(name.split(' ').length)
  const expected = ` ${takes}`
    .split(/ (?=\[?--)/)[0]!
    .split(' ')
    .filter((word) => word && !word.startsWith('['))
  const parsed = tryToParse(rest, options)
  if (parsed?.positionals.length !== expected.length) {
    throw new CannotStart(`Usage: npm run admin -- ${`${name} ${takes}`.trim()}`)
  }
  return { words: parsed.positionals, options: parsed.values }
}

function tryToParse(args: string[], options: NonNullable<Command['options']>) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    return null
  }
}

export function explainCommands(commands: Command[]): string {
  const calls = commands.map(({ name, takes, does }) => [`${name} ${takes}`.trim(), does] as const)
  const width = Math.max(...calls.map(([call]) => call.length))
  return ['npm run admin -- COMMAND', '', ...calls.map(([call, does]) => `  ${call.padEnd(width)}  ${does}`)].join('\n')
}

export const quietly = { quiet: { type: 'boolean' } } as const

export const sayUnless = (options: CommandCall['options'], ...lines: string[]) =>
  options.quiet ? '' : lines.join('\n')

/** Returns a line for the operator's log, because some commands delete the workspace with its audit log. */
export const auditLine = (action: string, fields: Record<string, unknown>) =>
  JSON.stringify({ time: new Date().toISOString(), audit: action, by: operatorName(), ...fields })

export function operatorName() {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
