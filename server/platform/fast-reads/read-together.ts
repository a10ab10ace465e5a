import type { Database } from '#server/platform/database/connect.ts'
import { outageSeconds, Refusal } from '#server/platform/refusal.ts'
import { readEach, type Statement, type TextRow, type WorkspaceStatement } from './read-once.ts'

/** Enough to keep the database busy while this process handles answers. More would only make the groups smaller. */
const mostUnderWay = 4
const mostTogether = 16

type PendingRead = WorkspaceStatement & {
  since: number
  resolve(rows: TextRow[]): void
  reject(error: unknown): void
}
type Line = { waiting: PendingRead[]; underWay: number; isGathering: boolean }

const lines = new WeakMap<Database, Line>()

function lineOf(db: Database): Line {
  const line = lines.get(db) ?? { waiting: [], underWay: 0, isGathering: false }
  lines.set(db, line)
  return line
}

/**
 * Runs one statement together with those that others run at the same moment, in one round trip. Under load many share a
 * transaction and its messages. Only for statements that an index answers at once, because each waits for those before
 * it.
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

/** The statements that waited longest, sorted by workspace so that each is entered once. */
const nextGroup = (line: Line): PendingRead[] =>
  Object.values(Object.groupBy(line.waiting.splice(0, mostTogether), ({ workspaceId }) => workspaceId)).flatMap(
    (ofOne) => ofOne ?? [],
  )

async function askGroup(db: Database, group: PendingRead[]): Promise<void> {
  const since = Math.min(...group.map((asked) => asked.since))
  const isOne = group.length === 1
  try {
    // As long as a single statement waits for a connection.
    if (performance.now() - since > db.pool.options.connectionTimeoutMillis!)
      throw new Refusal('unavailable', { retryAfterSeconds: outageSeconds })
    // Answered statements are removed at once. A group that survives a minor garbage collection would keep all its
    // answers in memory.
    const statements = group.map(({ workspaceId, statement }) => ({ workspaceId, statement }))
    await readEach(db, statements, (rows) => group.shift()!.resolve(rows))
  } catch (error) {
    if (isOne || error instanceof Refusal) {
      for (const { reject } of group) reject(error)
      return
    }
    // One of them is wrong, so each is run alone.
    for (const asked of group) await askGroup(db, [asked])
  }
}
