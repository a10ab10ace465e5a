import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Cursor } from '#server/search/words/cursor.ts'

export type Search = {
  id: string
  query: string
  language: string
  asker: 'team' | 'customer' | 'visitor'
  results: number
  openedId: string | null
  openedPlace: number | null
  becameTicket: boolean
  createdAt: string
}

export async function writeSearches(tx: WorkspaceTx, searches: Search[]) {
  await tx
    .insertInto('articleSearches')
    .values(searches)
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'id']).doUpdateSet(({ ref }) => ({
        query: ref('excluded.query'),
        results: ref('excluded.results'),
        openedId: ref('excluded.openedId'),
        openedPlace: ref('excluded.openedPlace'),
        becameTicket: ref('excluded.becameTicket'),
      })),
    )
    .execute()
}

const columns = ['id', 'query', 'language', 'asker', 'results', 'openedId', 'openedPlace', 'becameTicket'] as const

export const listSearches = (
  tx: WorkspaceTx,
  language: string | undefined,
  isWithoutResult: boolean | undefined,
  after: Cursor | undefined,
  limit: number,
) =>
  tx
    .selectFrom('articleSearches')
    .select([...columns, 'createdAt', sql<string>`created_at::text`.as('sortKey')])
    .$if(language !== undefined, (query) => query.where('language', '=', language!))
    .$if(isWithoutResult === true, (query) => query.where('results', '=', 0))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after!.key}::timestamptz, ${after!.id}::uuid)`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function findTitles(tx: WorkspaceTx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`
    select t.article_id as id, t.title from article_texts t join workspaces w on w.id = ${tx.workspaceId}
    where t.workspace_id = ${tx.workspaceId} and t.article_id = any(${ids}::uuid[])
      and t.language = w.languages[1]`.execute(tx)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export async function deleteOldSearches(tx: WorkspaceTx, { days, most }: { days: number; most: number }) {
  await sql`
    delete from article_searches
    where workspace_id = ${tx.workspaceId} and (created_at < now() - make_interval(days => ${days}) or id in (
      select id from article_searches where workspace_id = ${tx.workspaceId}
      order by created_at desc, id desc offset ${most}))`.execute(tx)
}

/** Adds new choices to the counts of articles. An older count loses half of its value each week. */
export async function writeChoices(tx: WorkspaceTx, chosen: Map<string, number>) {
  await sql`
    insert into article_choices (workspace_id, article_id, choices, counted_on)
    select ${tx.workspaceId}, a.id, c.times, current_date
    from unnest(${[...chosen.keys()]}::uuid[], ${[...chosen.values()]}::int[]) as c (id, times)
    join articles a on a.workspace_id = ${tx.workspaceId} and a.id = c.id
    order by a.id
    on conflict (workspace_id, article_id) do update set counted_on = excluded.counted_on, choices = excluded.choices
      + article_choices.choices * power(0.5, least(excluded.counted_on - article_choices.counted_on, 365) / 7.0)`.execute(
    tx,
  )
}
