import { type Logger, pino } from 'pino'

export type Log = Logger

type DescribedError = {
  type: string
  message: string
  stack?: string
  code?: string
  table?: string
  constraint?: string
}

/** The parts of an error that never contain user data: the database puts whole rows into `detail` and `where`. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { name, message, stack, code, table, constraint, cause } = error as Error & Omit<DescribedError, 'type'>
  return {
    ...{ type: name, message, stack, code, table, constraint },
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}

/** JSON lines for machines, short lines for a terminal. Bodies, tokens and personal addresses are never logged. */
export function createLog(level: string): Log {
  const redact = ['req.headers.authorization', 'req.headers.cookie']
  const options = {
    ...{ level, base: null, redact, timestamp: pino.stdTimeFunctions.isoTime },
    serializers: { err: describeError },
  }
  return process.stdout.isTTY ? pino(options, terminal) : pino(options)
}

/** As pino writes them. */
export const levelNumbers: Record<string, number> = pino.levels.values
const names = pino.levels.labels

const terminal = {
  write(line: string) {
    const { level, time, msg, err, ...fields } = JSON.parse(line)
    const rest = Object.entries(fields).map(
      ([name, value]) => ` ${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
    )
    process.stdout.write(`${String(time).slice(11, 19)} ${names[level] ?? level} ${msg ?? ''}${rest.join('')}\n`)
    if (err) process.stdout.write(`${typeof err === 'string' ? err : (err.stack ?? err.message)}\n`)
  },
}
