import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'

/** Returns the path of the first program that is installed. */
export function findProgram(...names: string[]) {
  return names.map(pathOf).find((path) => path !== '' && existsSync(path))
}

const pathOf = (name: string) =>
  spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).stdout.trim()

/** Starts a program in its own process group. `end()` ends the whole group. */
export function startProgram(path: string, args: string[], options: SpawnOptions) {
  const child = spawn(path, args, { ...options, detached: true })
  // Ends the browsers if the sweep is interrupted.
  const kill = () => void (child.exitCode === null && child.pid && process.kill(-child.pid, 'SIGKILL'))
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return { child, end: () => endGroup(child) }
}

async function endGroup(child: ChildProcess) {
  if (child.pid === undefined || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await ended
}

/**
 * Waits until a program prints a match of `pattern`, and returns its first group. Fails if the program ends or prints
 * no match within 30 seconds.
 */
export function untilPrinted(child: ChildProcess, stream: NodeJS.ReadableStream, pattern: RegExp) {
  return new Promise<string>((resolve, reject) => {
    let printed = ''
    const fail = () => reject(new Error(`${child.spawnfile} did not start: ${printed.slice(-500)}`))
    const timer = setTimeout(fail, 30_000)
    child.once('exit', fail)
    stream.on('data', (chunk: Buffer) => {
      printed += chunk
      const found = pattern.exec(printed)?.[1]
      if (found === undefined) return
      clearTimeout(timer)
      child.off('exit', fail)
      resolve(found)
    })
  })
}

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
