import type { Site } from './site.ts'
import type { Write } from './write-load.ts'

export type Compared = {
  acknowledged: number
  unknown: number
  /**
   * Number of wrong writes: acknowledged but not stored exactly once, unknown but stored twice, refused but stored, or
   * stored in another workspace.
   */
  wrong: number
  /** Number of tickets whose counters do not match their messages. */
  broken: number
}

/** Compares the writes and their answers with the stored messages. */
export async function compareWrites(site: Site, writes: Write[]): Promise<Compared> {
  const rows = await site.query<{ place: string; number: number }>(
    `select workspace_id || ' ' || substring(body_text from 'mark-[0-9a-f]{16}') as place, count(*)::int as number
     from messages where body_text like '%mark-%' group by 1`,
  )
  const found = new Map(rows.map(({ place, number }) => [place, number]))
  const places = new Set(writes.map(({ company, marker }) => `${company.id} ${marker}`))
  const isWrong = ({ company, marker, fate }: Write) => {
    const number = found.get(`${company.id} ${marker}`) ?? 0
    return fate === 'acknowledged' ? number !== 1 : fate === 'unknown' ? number > 1 : number > 0
  }
  const strangers = [...found.keys()].filter((place) => !places.has(place)).length
  const countFate = (fate: Write['fate']) => writes.filter((write) => write.fate === fate).length
  return {
    acknowledged: countFate('acknowledged'),
    unknown: countFate('unknown'),
    wrong: writes.filter(isWrong).length + strangers,
    broken: await countBroken(site),
  }
}

async function countBroken(site: Site): Promise<number> {
  const [row] = await site.query<{ number: number }>(`
    select count(*)::int as number from tickets t
    cross join lateral (select count(m.seq) as counted, max(m.seq) as last from messages m
                        where m.workspace_id = t.workspace_id and m.ticket_id = t.id) m
    left join ticket_numbers n on n.workspace_id = t.workspace_id
    where m.counted <> t.last_message_seq or m.last <> t.last_message_seq or t.number > n.last_number`)
  return row!.number
}
