import { type Logger, pino } from 'pino'

export type Log = Logger

/** JSON lines for machines, short lines for a person at a terminal. Bodies, tokens and addresses of people are never logged. */
export function createLog(level: string): Log {
  const redact = ['req.headers.authorization', 'req.headers.cookie']
  if (!process.stdout.isTTY) return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact })
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact }, terminal)
}

const names: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

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
