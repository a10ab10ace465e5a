import { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { type Message, readMessages, writeMessage } from './messages.ts'

// The script of a child process. It runs one task at a time, and ends with its parent.

/** The function `name` in the file `script`. Its result may have `bytes`, which are sent apart from the JSON. */
export type Task = { script: string; name: string; input: object }
export type Answer = { is: 'begun' | 'done' | 'failed' | 'broken'; value?: object | null; words?: string }

const none: Buffer = Buffer.alloc(0)
const mostBytes = 256 * 1024 * 1024
const answers = new Socket({ fd: 3, readable: false, writable: true })
const answer = (said: Answer, bytes = none) => writeMessage(answers, { said, bytes })

// Runs with lower priority than the server.
setPriority(5)
// Ignores signals to the process group. The parent stops its children when no task needs them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdin.on('end', () => process.exit())
answers.on('error', () => process.exit())
readMessages<Task>(process.stdin, { mostBytes, onMessage: run, onNonsense: () => process.exit(1) })
answer({ is: 'begun' })

type Run = (bytes: Buffer, input: object) => Promise<{ bytes?: Buffer } | null>

async function run({ said: { script, name, input }, bytes }: Message<Task>) {
  const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
  let task: Run
  try {
    task = (await import(script))[name]
  } catch (error) {
    return answer({ is: 'broken', words: wordsOf(error) })
  }
  try {
    const result = await task(bytes, input)
    const { bytes: made, ...value } = result ?? {}
    answer({ is: 'done', value: result && value }, made)
  } catch (error) {
    answer({ is: 'failed', words: wordsOf(error) })
  }
}
