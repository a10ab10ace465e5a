import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { TaskFailed } from '#server/platform/process/task-failed.ts'
import type { Answer, Task } from './child.ts'
import { type Message, readMessages, writeMessage } from './messages.ts'

export type ChildLimits = { timeLimitMs: number; memoryMb: number }
export type Child = ReturnType<typeof startChild>

const script = fileURLToPath(new URL('./child.ts', import.meta.url))
const lookAgainMs = 20
const mostBytes = 64 * 1024 * 1024
const keptWords = 500
const megabyte = 1024 * 1024

/** Starts a child without the server's settings, secrets and connections. Kills it above its time or memory. */
export function startChild({ timeLimitMs, memoryMb }: ChildLimits) {
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, script], {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    // Limits the memory arenas, because freed memory in an arena still counts for the process.
    env: { MALLOC_ARENA_MAX: '2' },
  })
  const [toChild, , words, fromChild] = child.stdio as unknown as [Socket, null, Socket, Socket]
  let task: PromiseWithResolvers<Message<Answer>> | null = null
  let reason: Error | null = null
  const beginning = Promise.withResolvers<void>()
  let hasBegun = false
  let lastWords = ''

  function end(why: Error) {
    reason ??= why
    child.kill('SIGKILL')
  }
  const late = setTimeout(() => end(new Error('A process took too long to begin')), timeLimitMs).unref()
  function begin() {
    clearTimeout(late)
    hasBegun = true
    beginning.resolve()
  }
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      reason ??= error
      task?.reject(reason)
      beginning.reject(reason)
      resolve()
    })
    child.on('close', (code, signal) => {
      clearTimeout(late)
      reason ??= explainEnd({ code, signal, hasBegun, lastWords })
      task?.reject(reason)
      beginning.reject(reason)
      resolve()
    })
  })
  words.on('data', (piece: Buffer) => {
    lastWords = (lastWords + piece.toString('latin1')).slice(-keptWords)
  })
  readMessages<Answer>(fromChild, {
    mostBytes,
    onMessage(message) {
      if (message.said.is === 'begun') begin()
      else task?.resolve(message)
    },
    onNonsense: () => end(new TaskFailed('said what is no answer', null)),
  })
  // Ignores write errors, because the `close` event handles a dead child.
  toChild.on('error', () => {})
  // Lets the parent end while a child is idle.
  for (const handle of [child, toChild, words, fromChild]) handle.unref()

  return {
    /** Resolves when the child is ready for tasks. Rejects if the start fails. */
    begun: beginning.promise,
    ended,
    isAlive: () => reason === null,
    memory: () => memoryOf(child.pid),
    async run(what: Task, bytes: Buffer, taskLimitMs: number): Promise<Message<Answer>> {
      task = Promise.withResolvers()
      const timer = setTimeout(() => end(new TaskFailed('took too long', 'time')), taskLimitMs)
      const watch = setInterval(() => {
        if (memoryOf(child.pid) > memoryMb * megabyte) end(new TaskFailed('took too much memory', 'memory'))
      }, lookAgainMs)
      if (reason) task.reject(reason)
      writeMessage(toChild, { said: what, bytes })
      try {
        return await task.promise
      } finally {
        clearTimeout(timer)
        clearInterval(watch)
        task = null
      }
    },
    async stop() {
      child.ref()
      end(new Error('The process is not needed any more'))
      await ended
    },
  }
}

/** Returns the resident memory (proc(5), status), or 0 without /proc; then only the time is limited. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

const own = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'])
type End = { code: number | null; signal: NodeJS.Signals | null; hasBegun: boolean; lastWords: string }

// Returns the error for an ended process: `TaskFailed` after a crash during a task. A kill from outside gives a plain
// error, which does not count against the task.
function explainEnd({ code, signal, hasBegun, lastWords }: End): Error {
  const words = `A process ended with ${signal ?? code}: ${lastWords}`
  return hasBegun && (signal ? own.has(signal) : code !== 0) ? new TaskFailed(words, null) : new Error(words)
}
