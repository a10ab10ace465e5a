import type { WorkspaceTx } from '#server/platform/database.ts'
import { listSubjects } from './queries.ts'

/** What things of a kind became here, by what they are called in their sources. */
export async function findSubjects(tx: WorkspaceTx, kind: string, things: string[]): Promise<Map<string, string>> {
  const rows = await listSubjects(tx, kind, things)
  return new Map(rows.map(({ thing, subjectId }) => [thing, subjectId]))
}
