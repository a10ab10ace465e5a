import { sql } from 'kysely'
import type { Gap } from '#contract/help/knowledge-gaps.ts'
import { gapDays } from '#contract/help/knowledge-gaps.ts'
import { dictionaryOf } from '#server/knowledge-base/search/words/languages.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'

// Maximum number of different searches that are examined. Frequent searches and searches that became tickets come
// first.
const mostQueries = 2000
// Maximum number of replies that are searched for repeated paragraphs. `answer` has the minimum length of a repeated
// paragraph and its minimum number of tickets.
const mostReplies = 1000
const answer = { letters: 100, tickets: 3 }
const notCompared = ' \n\t\u00a00123456789.,;:!?\'"()-–'
/** With at least this many replies, a paragraph in more than half of the replies counts as a signature. */
const fewReplies = 20

const examples = 5

type Kind = Gap['kind']
export type GapRow = Gap['signs'] & {
  id: string
  kind: Kind
  key: string
  language: string
  title: string
  text: string | null
  words: string[]
  tickets: string[]
  articleId: string | null
  isLive: boolean | null
  articleTitle: string | null
  score: number
  signs: number
  at: string
  decision: 'written' | 'joined' | 'mended' | 'dismissed' | null
  decidedBy: string | null
  decidedAt: string | null
  before: number | null
  since: string | null
  after: number
}

/** Searches with the same word stems in any order form one gap. A search of only stop words forms its own gap. */
const searches = (tx: WorkspaceTx, languages: string[]) => sql`
  said as materialized (
    select s.query, s.language, s.results = 0 as in_vain, s.became_ticket, s.created_at from article_searches s
    where s.workspace_id = ${tx.workspaceId} and s.created_at > now() - make_interval(days => ${gapDays})
      and (s.results = 0 or s.became_ticket)
  ),
  queries as materialized (
    select query, language from said where language = any(${languages}::text[]) group by query, language
    order by sum(case when became_ticket then 3 else 1 end) desc, max(created_at) desc limit ${mostQueries}
  ),
  keys as materialized (
    select q.query, q.language, coalesce((
      select string_agg(distinct coalesce(lexemes[1], word), ' ')
      from regexp_split_to_table(q.query, '\\s+') word, ts_lexize(d.dictionary::regdictionary, word) lexemes
      where lexemes is null or cardinality(lexemes) > 0), q.query) as key
    from queries q
    join unnest(${languages}::text[], ${languages.map(dictionaryOf)}::text[]) d (language, dictionary) using (language)
  ),
  searched as (
    select 'search' as kind, k.key, k.language, s.query as words, null::text as body, null::uuid as ticket_id, s.created_at as at,
      s.in_vain::int as without_result, s.became_ticket::int as became_ticket, 0 as failed, 0 as unhelpful, 0 as repeated
    from said s join keys k using (query, language)
  )`

const judged = ({ workspaceId }: WorkspaceTx) => sql`
  judged as (
    select 'article' as kind, j.article_id::text as key, w.languages[1] as language, j.words, null::text as body, j.ticket_id, j.at,
      0 as without_result, 0 as became_ticket, j.failed, j.unhelpful, 0 as repeated
    from workspaces w, (
      select a.article_id, null::text as words, d.ticket_id, d.created_at as at, 1 as failed, 0 as unhelpful
      from deflections d
      join deflection_articles a on a.workspace_id = ${workspaceId} and a.deflection_id = d.id and a.is_opened
      where d.workspace_id = ${workspaceId} and d.ticket_id is not null
        and d.created_at > now() - make_interval(days => ${gapDays})
      union all
      select f.article_id, nullif(f.comment, ''), f.ticket_id, f.created_at, 0, 1 from article_feedback f
      where f.workspace_id = ${workspaceId} and f.is_open and not f.is_helpful
        and f.created_at > now() - make_interval(days => ${gapDays})
    ) j
    join articles a on a.workspace_id = ${workspaceId} and a.id = j.article_id and a.trashed_at is null
    where w.id = ${workspaceId}
  )`

/** Finds paragraphs repeated in replies of several tickets. Paragraphs repeated in the same tickets form one gap. */
const repeated = ({ workspaceId }: WorkspaceTx) => sql`
  replies as materialized (
    select m.ticket_id, m.body_text, m.sent_at from messages m
    where m.workspace_id = ${workspaceId} and m.author_type = 'agent' and m.kind = 'reply' and not m.is_automatic
      and m.redacted_at is null and m.sent_at > now() - make_interval(days => ${gapDays})
    order by m.sent_at desc limit ${mostReplies}
  ),
  paragraphs as materialized (
    select distinct on (p.hash, p.ticket_id) p.hash, p.ticket_id, btrim(p.text) as body, p.place, p.sent_at
    from (
      -- Compared by its hash, since long texts are sorted slowly; once for each, whatever asks for it.
      select md5(w.plain) as hash, w.* from (
        select r.ticket_id, r.sent_at, s.text, s.place, translate(lower(s.text), ${notCompared}, '') as plain
        from replies r, string_to_table(r.body_text, E'\\n\\n') with ordinality s (text, place)
        where length(s.text) >= ${answer.letters} offset 0
      ) w where length(w.plain) >= ${answer.letters} offset 0
    ) p
    order by p.hash, p.ticket_id, p.sent_at desc
  ),
  again as (
    select hash, array_agg(ticket_id order by ticket_id) as tickets, max(body) as body, min(place) as place from paragraphs
    group by hash having count(*) >= ${answer.tickets}
      and ((select count(*) from replies) < ${fewReplies} or count(*) * 2 <= (select count(*) from replies))
  ),
  answers as (
    select (array_agg(hash order by length(body) desc, hash))[1] as hash,
      string_agg(body, E'\\n\\n' order by place, hash) as body from again group by tickets
  ),
  repeated as (
    select 'answer' as kind, a.hash as key, w.languages[1] as language, null::text as words, a.body, p.ticket_id, p.sent_at as at,
      0 as without_result, 0 as became_ticket, 0 as failed, 0 as unhelpful, 1 as repeated
    from answers a join paragraphs p using (hash), workspaces w where w.id = ${workspaceId}
  )`

type ListGapsInput = {
  state: 'open' | 'decided' | 'dismissed' | 'any'
  limit: number
  id?: string
}

const stateIs = {
  open: sql`g.decision is null`,
  decided: sql`g.decision in ('written', 'joined', 'mended')`,
  dismissed: sql`g.decision = 'dismissed'`,
  any: sql`true`,
}

const byScore = sql`g.score desc, g.at desc`
const byDecision = sql`g.decided_at desc`
const orderOf = { open: byScore, any: byScore, decided: byDecision, dismissed: byDecision }

/** The id of a gap. It is derived from kind, language and key, as a version 8 UUID (RFC 9562). */
const idOf = sql`overlay(overlay(md5(c.kind || ' ' || c.language || ' ' || c.key) placing '8' from 13) placing '8' from 17)::uuid`

export async function listGapRows(tx: WorkspaceTx, { state, limit, id }: ListGapsInput) {
  const { rows } = await sql<GapRow & { total: number }>`
    with ${searches(tx, await findLanguages(tx))}, ${judged(tx)}, ${repeated(tx)},
    signs as materialized (
      select c.*, ${idOf} as id from (
        select * from searched union all select * from judged union all select * from repeated
      ) c
    ),
    counted as (
      select s.id, min(s.kind) as kind, min(s.key) as key, min(s.language) as language, max(s.body) as body,
        sum(s.without_result)::int as without_result, sum(s.became_ticket)::int as became_ticket,
        sum(s.failed)::int as failed, sum(s.unhelpful)::int as unhelpful, sum(s.repeated)::int as repeated,
        sum(case when s.became_ticket + s.failed > 0 then 3 when s.without_result > 0 then 1 else 2 end)::int as score,
        count(*)::int as signs, max(s.at) as at, mode() within group (order by s.words) as most_said
      from signs s group by s.id
    ),
    decided as (
      select d.*, case when d.decision <> 'written' then d.decided_at else
        greatest(d.decided_at, (select min(p.first_published_at) from published_texts p
          where p.workspace_id = ${tx.workspaceId} and p.article_id = d.article_id)) end as since,
        d.decision <> 'written' or exists (select from published_texts p
          where p.workspace_id = ${tx.workspaceId} and p.article_id = d.article_id) as has_begun
      from gap_decisions d where d.workspace_id = ${tx.workspaceId}
    ),
    gaps as (
      select coalesce(c.id, d.id) as id, coalesce(c.kind, d.kind) as kind, coalesce(c.key, d.key) as key,
        coalesce(c.language, d.language) as language, c.body, c.most_said, d.title as decided_title,
        coalesce(c.without_result, 0) as without_result, coalesce(c.became_ticket, 0) as became_ticket,
        coalesce(c.failed, 0) as failed, coalesce(c.unhelpful, 0) as unhelpful, coalesce(c.repeated, 0) as repeated,
        coalesce(c.score, 0) as score, coalesce(c.signs, 0) as signs, coalesce(c.at, d.decided_at) as at,
        d.decision, d.decided_by, d.decided_at, d.before, case when d.has_begun then d.since end as since, d.article_id as decided_article
      from counted c full join decided d on d.id = c.id
    ),
    chosen as (
      select g.*, count(*) over ()::int as total from gaps g
      where ${stateIs[state]} ${id === undefined ? sql`` : sql`and g.id = ${id}`}
      order by ${orderOf[state]}, g.id limit ${limit}
    ),
    picked as materialized (
      select s.id, s.words, s.ticket_id, s.at, s.at > c.since as is_after from signs s join chosen c on c.id = s.id
    ),
    worded as (
      select id, array_agg(words order by place) as words from (
        select id, words, row_number() over (partition by id order by count(*) desc, max(at) desc) as place
        from picked where words is not null group by id, words
      ) w where place <= ${examples} group by id
    ),
    ticketed as (
      select id, array_agg(ticket_id order by place) as tickets from (
        select id, ticket_id, row_number() over (partition by id order by max(at) desc) as place
        from picked where ticket_id is not null group by id, ticket_id
      ) t where place <= ${examples} group by id
    ),
    followed as (select id, count(*)::int as after from picked where is_after group by id)
    select g.id, g.kind, g.key, g.language, g.without_result, g.became_ticket, g.failed, g.unhelpful, g.repeated, g.score, g.signs,
      g.at, g.decision, g.decided_by, g.decided_at, g.before, g.since, g.body as text, g.total,
      coalesce(g.decided_title, case g.kind when 'search' then g.most_said when 'answer' then g.body else t.title end, '') as title,
      a.id as article_id, t.title as article_title,
      exists (select from published_texts p where p.workspace_id = ${tx.workspaceId} and p.article_id = a.id) as is_live,
      coalesce(wo.words, '{}') as words, coalesce(ti.tickets, '{}') as tickets, coalesce(f.after, 0) as after
    from chosen g
    join workspaces w on w.id = ${tx.workspaceId}
    left join worded wo on wo.id = g.id
    left join ticketed ti on ti.id = g.id
    left join followed f on f.id = g.id
    left join articles a on a.workspace_id = ${tx.workspaceId}
      and a.id = coalesce(g.decided_article, case when g.kind = 'article' then g.key::uuid end)
    left join article_texts t on t.workspace_id = ${tx.workspaceId} and t.article_id = a.id and t.language = w.languages[1]
    order by ${orderOf[state]}, g.id`.execute(tx)
  return rows
}

export const listTickets = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('tickets')
        .select(['id', 'number', 'subject'])
        .where('id', 'in', ids)
        .where('trashedAt', 'is', null)
        .where('spamAt', 'is', null)
        .execute()

/** Locks the gaps of the workspace, so that a second decision waits for the first. */
export const lockGaps = (tx: WorkspaceTx) => tx.selectFrom('workspaces').select('id').forNoKeyUpdate().execute()

type GapDecision = Pick<GapRow, 'id' | 'kind' | 'key' | 'language' | 'title'> & {
  decision: NonNullable<GapRow['decision']>
  articleId: string | null
  before: number
  decidedBy: string
}

export const upsertDecision = (tx: WorkspaceTx, decided: GapDecision) =>
  tx
    .insertInto('gapDecisions')
    .values(decided)
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'id']).doUpdateSet(({ ref }) => ({
        decision: ref('excluded.decision'),
        articleId: ref('excluded.articleId'),
        before: ref('excluded.before'),
        decidedBy: ref('excluded.decidedBy'),
        decidedAt: ref('excluded.decidedAt'),
      })),
    )
    .execute()

export const deleteDecision = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('gapDecisions').where('id', '=', id).executeTakeFirst()

export async function deleteOldDecisions(tx: WorkspaceTx, { days, most }: { days: number; most: number }) {
  await sql`
    delete from gap_decisions
    where workspace_id = ${tx.workspaceId} and (decided_at < now() - make_interval(days => ${days}) or id in (
      select id from gap_decisions where workspace_id = ${tx.workspaceId}
      order by decided_at desc, id offset ${most}))`.execute(tx)
}
