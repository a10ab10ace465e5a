import type { QueryOf } from '#contract/endpoint.ts'
import type { listGaps as contract, Gap } from '#contract/help/knowledge-gaps.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { type GapRow, listGapRows, listTickets } from './queries.ts'

/** Maximum characters of a gap title. */
const mostOfTitle = 200

export async function listGaps(tx: WorkspaceTx, { state, limit }: QueryOf<typeof contract>) {
  const rows = await listGapRows(tx, { state, limit })
  return { items: await shapeGaps(tx, rows), total: rows[0]?.total ?? 0, next: null }
}

export async function findGap(tx: WorkspaceTx, id: string): Promise<GapRow> {
  const [row] = await listGapRows(tx, { state: 'any', limit: 1, id })
  if (!row) throw new Refusal('gap-not-found')
  return row
}

export const showGap = async (tx: WorkspaceTx, id: string) => (await shapeGaps(tx, [await findGap(tx, id)]))[0]!

/** Adds names and tickets to the rows. The API contract removes undeclared fields later. */
async function shapeGaps(tx: WorkspaceTx, rows: GapRow[]): Promise<Gap[]> {
  const deciders = rows.map(({ decidedBy }) => decidedBy)
  const names = await findMemberNames(tx, deciders)
  const found = await listTickets(tx, [...new Set(rows.flatMap(({ tickets }) => tickets))])
  const tickets = new Map(found.map((ticket) => [ticket.id, ticket]))
  return rows.map((row) => ({
    ...row,
    title: titleOf(row),
    signs: row,
    examples: { words: row.words, tickets: row.tickets.flatMap((id) => tickets.get(id) ?? []) },
    article:
      row.articleId === null ? null : { id: row.articleId, title: row.articleTitle ?? '', isLive: row.isLive ?? false },
    decision:
      row.decision === null
        ? null
        : {
            is: row.decision,
            by: names.get(row.decidedBy!) ?? '',
            at: row.decidedAt!,
            before: row.before!,
            since: row.since,
            after: row.after,
          },
  }))
}

export function titleOf({ title }: Pick<GapRow, 'title'>): string {
  const line = title.replace(/\s+/g, ' ').trim()
  return line.length > mostOfTitle ? `${cutAtWord(line, mostOfTitle - 1)}…` : line
}

export function cutAtWord(line: string, most: number): string {
  if (line.length <= most) return line
  const end = line.lastIndexOf(' ', most)
  return end > most / 2 ? line.slice(0, end) : [...line.slice(0, most)].join('')
}
