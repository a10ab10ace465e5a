import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { About } from './comments.ts'

type Mention = { commentId: string; memberId: string }

export async function findMentionToMail(tx: WorkspaceTx, { commentId, memberId }: Mention) {
  const { rows } = await sql<{ email: string; isAdmin: boolean }>`
    select m.email, m.role <> 'TeamUser' as is_admin
    from comment_mentions n
    join comments c on c.workspace_id = n.workspace_id and c.id = n.comment_id
    join members m on m.workspace_id = n.workspace_id and m.id = n.member_id
    left join articles a on a.workspace_id = ${tx.workspaceId} and a.id = c.article_id
    left join content_entries e on e.workspace_id = ${tx.workspaceId} and e.id = c.entry_id
    left join content_models o on o.workspace_id = ${tx.workspaceId} and o.id = e.model_id
    where n.workspace_id = ${tx.workspaceId} and c.workspace_id = ${tx.workspaceId} and m.workspace_id = ${tx.workspaceId}
      and n.comment_id = ${commentId} and n.member_id = ${memberId} and n.is_named and n.mailed_at is null
      and c.deleted_at is null and coalesce(a.trashed_at, e.trashed_at, o.deleted_at) is null and m.status = 'active'
      and coalesce((m.notifications->>'mentioned')::boolean, true)`.execute(tx)
  return rows[0]
}

type Review = { kind: 'asked' | 'ended'; about: About; language: string; memberId: string }

export async function findReviewToMail(tx: WorkspaceTx, { kind, about, language, memberId }: Review) {
  const { rows } = await sql<{ email: string }>`
    select m.email from ${textForMember(tx, { about, language, memberId })}
      and ${kind === 'asked' ? sql`t.status = 'in_review' and e.reviewer_id = m.id` : sql`t.status not in ('in_review', 'archived')`}
      and coalesce((m.notifications->>'reviews')::boolean, true)`.execute(tx)
  return rows[0]?.email
}

type OfMember = Omit<Review, 'kind'>

// SQL that joins the text `t` of an article or entry with a member `m`. Finds nothing if the article or entry is in the
// trash, or if the member must not write the text.
const textForMember = (tx: WorkspaceTx, { about, language, memberId }: OfMember) => sql`${
  about.type === 'entry'
    ? sql`content_entries e
      join content_texts t on t.workspace_id = ${tx.workspaceId} and t.entry_id = e.id
      join content_models o on o.workspace_id = ${tx.workspaceId} and o.id = e.model_id and o.deleted_at is null
      join members m on m.workspace_id = ${tx.workspaceId} and m.id = ${memberId}`
    : sql`articles e
      join article_texts t on t.workspace_id = ${tx.workspaceId} and t.article_id = e.id
      join members m on m.workspace_id = ${tx.workspaceId} and m.id = ${memberId} and m.role <> 'TeamUser'`
}
  where e.workspace_id = ${tx.workspaceId} and e.id = ${about.id} and t.language = ${language}
    and e.trashed_at is null and m.status = 'active'`

/**
 * Finds the member who last scheduled a text (`plannerId`) and the member to mail (`memberId`). This is the same member
 * or, after that member left the team, the owner of the text.
 */
export async function findPlanner(tx: WorkspaceTx, subjectId: string, language: string) {
  const { rows } = await sql<{ plannerId: string | null; isActive: boolean | null; ownerId: string | null }>`
    select p.actor_id as planner_id, m.status = 'active' as is_active, coalesce(
        (select owner_id from articles where workspace_id = ${tx.workspaceId} and id = ${subjectId}),
        (select owner_id from content_entries where workspace_id = ${tx.workspaceId} and id = ${subjectId})) as owner_id
    from (
      select actor_id from history
      where workspace_id = ${tx.workspaceId} and subject_id = ${subjectId} and actor_type = 'agent'
        and type in ('entry.planned', 'article.planned') and new->>'language' = ${language}
      order by id desc limit 1
    ) p left join members m on m.workspace_id = ${tx.workspaceId} and m.id = p.actor_id`.execute(tx)
  const [found] = rows
  if (!found?.plannerId) return undefined
  return { plannerId: found.plannerId, memberId: found.isActive ? found.plannerId : found.ownerId }
}

export async function findPlanToMail(tx: WorkspaceTx, { to, ...of }: OfMember & { to: 'publish' | 'unpublish' }) {
  const { rows } = await sql<{ email: string; timeZone: string }>`
    select m.email, coalesce(m.time_zone, (select time_zone from workspaces where id = ${tx.workspaceId})) as time_zone
    from ${textForMember(tx, of)} and t.publish_at is null
      and (t.unpublish_at is null or ${to} = 'publish')`.execute(tx)
  return rows[0]
}

export async function findLastWords(
  tx: WorkspaceTx,
  { about, authorId, at }: { about: About; authorId: string; at: string },
): Promise<string> {
  const column = sql.ref(about.type === 'entry' ? 'entry_id' : 'article_id')
  const { rows } = await sql<{ text: string }>`
    select text from comments
    where workspace_id = ${tx.workspaceId} and ${column} = ${about.id} and author_id = ${authorId}
      and field_id is null and block_text is null and deleted_at is null
      and created_at between ${at}::timestamptz - interval '1 minute' and ${at}::timestamptz
    order by created_at desc limit 1`.execute(tx)
  return rows[0]?.text ?? ''
}

export const findDomain = async (tx: WorkspaceTx) =>
  (await tx.selectFrom('workspaces').select('domain').executeTakeFirstOrThrow()).domain
