import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { CannotStart } from './cannot-start.ts'

export type Log = Logger

type DescribedError = {
  type: string
  message: string
  stack?: string
  code?: string
  table?: string
  constraint?: string
}

/**
 * Returns the parts of an error without user data. Omits `detail` and `where`, into which the database puts whole rows.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { name, message, stack, code, table, constraint, cause }: Error & Omit<DescribedError, 'type'> = error
  return {
    type: name,
    message,
    stack,
    code,
    table,
    constraint,
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}

/**
 * Returns a log that writes JSON lines to standard output, or short lines if that is a terminal. With `file`, it writes
 * short lines to the file, and errors also to standard output. Callers must never log bodies, tokens or addresses of
 * people.
 */
export function createLog(level: string, file: string | null = null): Log {
  const redact = ['req.headers.authorization', 'req.headers.cookie']
  const options = {
    level,
    base: null,
    redact,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  }
  if (file) return pino(options, fileBesideTerminal(file))
  return process.stdout.isTTY ? pino(options, terminal) : pino(options)
}

export const levelNumbers: Record<string, number> = pino.levels.values
const names = pino.levels.labels

const terminal: DestinationStream = {
  write(line) {
    const { time, text } = drawLine(line)
    process.stdout.write(`${time.slice(11, 19)} ${text}`)
  },
}

function fileBesideTerminal(path: string): DestinationStream {
  const file = openLogFile(path)
  return {
    write(line) {
      const { level, time, text } = drawLine(line)
      file.write(`${time} ${text}`)
      if (level >= levelNumbers.error!) process.stdout.write(`${time.slice(11, 19)} ${text}`)
    },
  }
}

const mostBytes = 10_000_000

/** Opens a log file of bounded size: after 10 MB it is renamed to `<file>.1`. Ignores write errors. */
function openLogFile(file: string) {
  let handle = open(file)
  let bytes = fstatSync(handle).size
  return {
    write(text: string) {
      try {
        if (bytes >= mostBytes) {
          bytes = 0
          renameSync(file, `${file}.1`)
          const full = handle
          handle = open(file)
          closeSync(full)
        }
        bytes += writeSync(handle, text)
      } catch {}
    },
  }
}

function open(file: string): number {
  try {
    return openSync(file, 'a', 0o600)
  } catch (error) {
    throw new CannotStart(`The log ${file} can't be written (${describeError(error).message}): change its owner.`)
  }
}

function drawLine(line: string): { level: number; time: string; text: string } {
  const { level, time, msg, err, ...fields } = JSON.parse(line)
  const rest = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  const failure = err ? `${typeof err === 'string' ? err : (err.stack ?? err.message)}\n` : ''
  return { level, time, text: `${names[level] ?? level} ${msg ?? ''}${rest.join('')}\n${failure}` }
}
