import { userInfo } from 'node:os'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { LoadedEnvironment } from '#server/platform/settings/load-environment.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export type CommandCall = {
  /** Fails where a setting is wrong. */
  readonly settings: Settings
  environment: LoadedEnvironment
  words: string[]
  options: Record<string, string | boolean | undefined>
}
export type Command = {
  /** How it is called, such as `workspace plan`. */
  name: string
  /** What stands behind its name, one word each, then its options. */
  takes: string
  does: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  /** Says what it did in a sentence. */
  run(asked: CommandCall): Promise<string>
}

export function findCommand(commands: Command[], args: string[]): Command {
  const found = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '))
  if (!found) throw new CannotStart(`There is no such command: npm run admin -- --help lists them.`)
  return found
}

/** The words and options behind the command's name; a wrong number of words is answered with what it takes. */
export function readWords(
  { name, takes, options = {} }: Command,
  args: string[],
): Pick<CommandCall, 'words' | 'options'> {
  const rest = args.slice(name.split(' ').length)
  const expected = ` ${takes}`
    .split(/ (?=\[?--)/)[0]!
    .split(' ')
    .filter((word) => word && !word.startsWith('['))
  const parsed = tryToParse({ args: rest, options, allowPositionals: true })
  if (parsed?.positionals.length !== expected.length) {
    throw new CannotStart(`Say it like this: npm run admin -- ${`${name} ${takes}`.trim()}`)
  }
  return { words: parsed.positionals, options: parsed.values as CommandCall['options'] }
}

function tryToParse(config: ParseArgsConfig) {
  try {
    return parseArgs(config)
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

/** What a command says that has done what it was to do: nothing where it is to be quiet, as by cron. */
export const sayUnless = (options: CommandCall['options'], ...lines: string[]) =>
  options.quiet ? '' : lines.join('\n')

/** A line for the operator's own records, since some acts end the log of the workspace they concern. */
export const auditLine = (action: string, fields: Record<string, unknown>) =>
  JSON.stringify({ time: new Date().toISOString(), audit: action, by: operatorName(), ...fields })

/** The account that runs the command. */
export function operatorName() {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
