import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'

/** The first of the programs that is on this machine. */
export function findProgram(...names: string[]) {
  return names.map(pathOf).find((path) => path !== '' && existsSync(path))
}

const pathOf = (name: string) =>
  spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).stdout.trim()

/** Starts a program that ends with everything it started: `end()` ends its process group. */
export function startProgram(path: string, args: string[], options: SpawnOptions) {
  const child = spawn(path, args, { ...options, detached: true })
  // Whoever interrupts the sweep wants no browsers to stay.
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

/** The first match of the pattern in what a program prints, or an error when it ends or says nothing for 30 seconds. */
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
