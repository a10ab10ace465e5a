import { symbols } from 'pino'
import { onTestFinished } from 'vitest'
import { platform } from './world.ts'

/** Collects all lines that the server of this worker logs during a test, at every level. */
export function collectLog(): string[] {
  const lines: string[] = []
  const { log } = platform
  const { level } = log
  const stream = (log as unknown as Record<symbol, { write: (line: string) => unknown }>)[symbols.streamSym]!
  const { write } = stream
  log.level = 'trace'
  stream.write = (line) => lines.push(line)
  onTestFinished(() => {
    log.level = level
    stream.write = write
  })
  return lines
}
