import { outageSeconds, Refusal } from '#server/platform/refusal.ts'
import type { Database } from './connect.ts'
import { readEach, type Statement, type TextRow, type Walled } from './read-once.ts'

/** So many that the database is at work while this process handles what it answers; with more they are only smaller. */
const mostUnderWay = 4
const mostTogether = 16

type Asked = Walled & {
  since: number
  resolve(rows: TextRow[]): void
  reject(error: unknown): void
}
type Line = { waiting: Asked[]; underWay: number; isGathering: boolean }

const lines = new WeakMap<Database, Line>()

function lineOf(db: Database): Line {
  const line = lines.get(db) ?? { waiting: [], underWay: 0, isGathering: false }
  lines.set(db, line)
  return line
}

/**
 * Asks one statement together with what others ask at that moment, in one transaction and one round trip: under load a
 * transaction and the messages are shared by many, and a wall by all of a workspace. For statements that an index answers
 * at once, since each waits for those that it goes with.
 */
export function readTogether(db: Database, workspaceId: string, statement: Statement): Promise<TextRow[]> {
  const line = lineOf(db)
  return new Promise((resolve, reject) => {
    line.waiting.push({ workspaceId, statement, since: performance.now(), resolve, reject })
    if (line.isGathering) return
    line.isGathering = true
    setImmediate(() => {
      line.isGathering = false
      send(db, line)
    })
  })
}

function send(db: Database, line: Line) {
  while (line.underWay < mostUnderWay && line.waiting.length > 0) {
    line.underWay += 1
    askGroup(db, nextGroup(line)).finally(() => {
      line.underWay -= 1
      send(db, line)
    })
  }
}

/** Those that wait longest; of one workspace they stand together, so that they share its wall. */
const nextGroup = (line: Line): Asked[] =>
  Object.values(Object.groupBy(line.waiting.splice(0, mostTogether), ({ workspaceId }) => workspaceId)).flatMap(
    (ofOne) => ofOne ?? [],
  )

async function askGroup(db: Database, group: Asked[]): Promise<void> {
  const since = Math.min(...group.map((asked) => asked.since))
  const isOne = group.length === 1
  try {
    // As long as whoever asks alone waits for a connection.
    if (performance.now() - since > db.pool.options.connectionTimeoutMillis!)
      throw new Refusal('unavailable', { retryAfterSeconds: outageSeconds })
    // Who is answered leaves: a group that outlives a collection of the nursery would keep the answers to all of it.
    const statements = group.map(({ workspaceId, statement }) => ({ workspaceId, statement }))
    await readEach(db, statements, (rows) => group.shift()!.resolve(rows))
  } catch (error) {
    if (isOne || error instanceof Refusal) {
      for (const { reject } of group) reject(error)
      return
    }
    // One of them is wrong, so each is asked alone.
    for (const asked of group) await askGroup(db, [asked])
  }
}
