import { sql } from 'kysely'
import { mostPlansNamed } from '#contract/overview/leaving.ts'
import { findModels, mayPublish } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findMemberNames, listActiveColleagues } from '#server/workspace/team/find-members.ts'

const articlesOf = (tx: WorkspaceTx, as: 'owner' | 'reviewer', memberId: string) => sql`
  articles a where a.workspace_id = ${tx.workspaceId} and ${sql.ref(`a.${as}_id`)} = ${memberId} and a.trashed_at is null`

const entriesOf = (tx: WorkspaceTx, as: 'owner' | 'reviewer', memberId: string) => sql`
  content_entries e join content_models m on m.workspace_id = ${tx.workspaceId} and m.id = e.model_id
  where e.workspace_id = ${tx.workspaceId} and ${sql.ref(`e.${as}_id`)} = ${memberId} and e.trashed_at is null
    and m.deleted_at is null`

/** Lists the articles of a member, sorted by id, so that concurrent jobs lock them in the same order. */
export async function listArticles(tx: WorkspaceTx, as: 'owner' | 'reviewer', memberId: string, most: number) {
  const { rows } = await sql<{ id: string; inReview: string[] }>`
    select a.id, array(select t.language from article_texts t where t.workspace_id = ${tx.workspaceId}
      and t.article_id = a.id and t.status = 'in_review') as in_review
    from ${articlesOf(tx, as, memberId)} order by a.id limit ${most}`.execute(tx)
  return rows
}

export async function listEntries(tx: WorkspaceTx, as: 'owner' | 'reviewer', memberId: string, most: number) {
  const { rows } = await sql<{ id: string; modelId: string; model: string; inReview: string[] }>`
    select e.id, e.model_id, m.plural_key as model, array(select t.language from content_texts t
      where t.workspace_id = ${tx.workspaceId} and t.entry_id = e.id and t.status = 'in_review') as in_review
    from ${entriesOf(tx, as, memberId)} order by e.id limit ${most}`.execute(tx)
  return rows
}

// Lists the members who can take over all open reviews of `memberId`. Reviews of articles require an admin. Reviews of
// entries require the right to publish entries of the model.
async function listReviewers(
  tx: WorkspaceTx,
  memberId: string,
  members: { id: string; isAdmin: boolean }[],
): Promise<string[]> {
  const { rows } = await sql<{ modelId: string | null }>`
    select null::uuid as model_id where exists (select from ${articlesOf(tx, 'reviewer', memberId)} and exists (
      select from article_texts t where t.workspace_id = ${tx.workspaceId} and t.article_id = a.id
        and t.status = 'in_review'))
    union all
    select distinct e.model_id from ${entriesOf(tx, 'reviewer', memberId)} and exists (
      select from content_texts t where t.workspace_id = ${tx.workspaceId} and t.entry_id = e.id
        and t.status = 'in_review')`.execute(tx)
  const { byId } = await findModels(tx)
  const fits = (member: { id: string; isAdmin: boolean }, modelId: string | null) =>
    modelId === null ? member.isAdmin : mayPublish(byId.get(modelId)!, member)
  return members.filter((member) => rows.every(({ modelId }) => fits(member, modelId))).map(({ id }) => id)
}

async function countContent(tx: WorkspaceTx, memberId: string, most: number) {
  const { rows } = await sql<{ articles: number; entries: number; reviews: number }>`select
    (select count(*)::int from (select from ${articlesOf(tx, 'owner', memberId)} limit ${most}) o) as articles,
    (select count(*)::int from (select from ${entriesOf(tx, 'owner', memberId)} limit ${most}) o) as entries,
    (select count(*)::int from (
      select from article_texts t, ${articlesOf(tx, 'reviewer', memberId)} and t.workspace_id = ${tx.workspaceId}
        and t.article_id = a.id and t.status = 'in_review'
      union all
      select from content_texts t, ${entriesOf(tx, 'reviewer', memberId)} and t.workspace_id = ${tx.workspaceId}
        and t.entry_id = e.id and t.status = 'in_review'
      limit ${most}) r) as reviews`.execute(tx)
  return rows[0]!
}

type Plan = {
  type: 'article' | 'entry'
  id: string
  title: string
  language: string
  publishAt: string | null
  unpublishAt: string | null
}

async function listPlans(tx: WorkspaceTx, memberId: string, mostCounted: number) {
  const { rows } = await sql<Plan & { count: number }>`
    select p.*, count(*) over ()::int as count from (
      select 'article' as type, t.article_id as id, t.title, t.language, t.publish_at, t.unpublish_at
      from article_texts t join articles a on a.workspace_id = ${tx.workspaceId} and a.id = t.article_id
      where t.workspace_id = ${tx.workspaceId} and a.trashed_at is null
        and coalesce(t.publish_at, t.unpublish_at) is not null
        and ${plannerOfArticle(tx)} = ${memberId}
      union all
      select 'entry', t.entry_id, t.title, t.language, t.publish_at, t.unpublish_at
      from content_texts t join content_entries e on e.workspace_id = ${tx.workspaceId} and e.id = t.entry_id
      join content_models m on m.workspace_id = ${tx.workspaceId} and m.id = e.model_id
      where t.workspace_id = ${tx.workspaceId} and e.trashed_at is null and m.deleted_at is null
        and coalesce(t.publish_at, t.unpublish_at) is not null
        and t.planned_by = ${memberId}
      limit ${mostCounted}
    ) p order by coalesce(p.publish_at, p.unpublish_at), p.id, p.language limit ${mostPlansNamed}`.execute(tx)
  return { count: rows[0]?.count ?? 0, items: rows.map(({ count: _, ...plan }) => plan) }
}

/** Finds in the history who scheduled a text, because articles do not store this. */
const plannerOfArticle = (tx: WorkspaceTx) => sql`
  (select h.actor_id from history h where h.workspace_id = ${tx.workspaceId} and h.subject_id = t.article_id
    and h.type = 'article.planned' and h.actor_type = 'agent' and h.new->>'language' = t.language
    order by h.id desc limit 1)`

const mostCounted = 10_000

export async function countWork(tx: WorkspaceTx, memberId: string) {
  if ((await findMemberNames(tx, [memberId])).size === 0) throw new Refusal('member-not-found')
  const colleagues = await listActiveColleagues(tx, memberId)
  return {
    ...(await countTickets(tx, memberId)),
    ...(await countContent(tx, memberId, mostCounted)),
    reviewers: await listReviewers(tx, memberId, colleagues),
    plans: await listPlans(tx, memberId, mostCounted),
  }
}

async function countTickets(tx: WorkspaceTx, memberId: string) {
  const { rows } = await sql<{ openTickets: number; heldReplies: number }>`select
    (select count(*)::int from (select from tickets where workspace_id = ${tx.workspaceId} and assignee_id = ${memberId}
      and status not in ('solved', 'closed') limit ${mostCounted}) t) as open_tickets,
    (select count(*)::int from (select from messages where workspace_id = ${tx.workspaceId} and member_id = ${memberId}
      and sent_at is null limit ${mostCounted}) m) as held_replies`.execute(tx)
  return rows[0]!
}
