import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { errorCode } from '#server/platform/error-code.ts'
import { syncFolder } from '#server/platform/storage.ts'

export const standardStream = '-'

export const namePlace = (file: string) => (file === standardStream ? 'standard output' : file)

/** Writes a file that only its owner can read. An interrupted write leaves no file. Returns the number of bytes. */
export async function writeArchive(file: string, lines: AsyncIterable<string>): Promise<number> {
  if (file === standardStream) return writeToOutput(lines)
  if (existsSync(file)) throw new CannotStart(`${file} already exists: choose another name.`)
  const partial = `${file}.${process.pid}.partial`
  try {
    await untilStopped((signal) =>
      pipeline(Readable.from(lines), createGzip(), createWriteStream(partial, { mode: 0o600, flush: true }), {
        signal,
      }),
    )
    await rename(partial, file)
    await syncFolder(dirname(file)).catch(unlessUnknown)
  } catch (error) {
    await rm(partial, { force: true })
    throw explainWriting(file, error)
  }
  return (await stat(file)).size
}

/** Ignores the errors of drives that cannot sync a folder, such as some network drives. */
function unlessUnknown(error: NodeJS.ErrnoException) {
  if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error
}

async function writeToOutput(lines: AsyncIterable<string>): Promise<number> {
  refuseOutput()
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  try {
    await untilStopped((signal) =>
      pipeline(Readable.from(lines), createGzip(), counted, process.stdout, { signal, end: false }),
    )
  } catch (error) {
    throw explainWriting('Standard output', error)
  }
  return bytes
}

function refuseOutput() {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env
  if (process.stdout.isTTY)
    throw new CannotStart('Standard output is a terminal: send the archive to a program, or name a file.')
  if (script && level !== 'silent')
    throw new CannotStart(
      `npm prints a heading to standard output before the archive: use npm run -s ${script} instead of npm run ${script}.`,
    )
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

// Aborts the work on a stop signal, so that the incomplete file is deleted. Ctrl-C sends two signals (from the terminal
// and through npm): without the listeners, the second signal would end the process too early.
async function untilStopped(work: (signal: AbortSignal) => Promise<void>) {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of stopSignals) process.on(signal, stop)
  try {
    await work(stopping.signal)
  } finally {
    for (const signal of stopSignals) process.off(signal, stop)
  }
}

const ofPlace = new Set(['ENOENT', 'EACCES', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'ENOTDIR', 'EPERM'])

function explainWriting(file: string, error: unknown) {
  const code = errorCode(error) ?? ''
  if (error instanceof Error && error.name === 'AbortError')
    return new CannotStart('The command was stopped before the archive was complete.')
  if (code === 'EPIPE')
    return new CannotStart(`${file} was closed before the archive was complete: check the program that reads it.`)
  return ofPlace.has(code) ? new CannotStart(`${file} can't be written (${code}): choose another place.`) : error
}
