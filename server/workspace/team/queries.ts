import { type Selectable, sql, type Updateable } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { showProfile } from '#contract/workspace/team.ts'
import type { Members } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { holdsWords } from '#server/search/words/holds-words.ts'

const columns = [
  'id',
  'name',
  'surname',
  'email',
  'role',
  'status',
  'isHrAdmin',
  'invitedAt',
  'joinedAt',
  'lastSeenAt',
] as const

export const listMemberRows = (tx: WorkspaceTx, { onlyActive, q }: { onlyActive: boolean; q?: string | undefined }) =>
  tx
    .selectFrom('members')
    .select(columns)
    .$if(onlyActive, (query) => query.where('status', '=', 'active'))
    .where(
      sql<boolean>`${sql.join([sql`true`, ...holdsWords(sql`spellings(name || ' ' || surname || ' ' || email)`, q)], sql` and `)}`,
    )
    .orderBy(sql`case status when 'deactivated' then 1 else 0 end`)
    .orderBy('createdAt')
    .limit(500)
    .execute()

export const findMemberRow = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('members').select(columns).where('id', '=', id).executeTakeFirst()

/** Locks all active admins, so that two simultaneous changes cannot remove the last admin. */
export const lockAdmins = (tx: WorkspaceTx) =>
  tx
    .selectFrom('members')
    .select('id')
    .where('role', 'in', ['FreeAdminUser', 'AdminUser'])
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()

export type MemberChanges = Pick<Updateable<Members>, 'role' | 'isHrAdmin' | 'status'>
export const updateMember = (tx: WorkspaceTx, id: string, changes: MemberChanges) =>
  tx.updateTable('members').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

export const upsertInvitation = (
  tx: WorkspaceTx,
  member: Pick<Selectable<Members>, 'id' | 'email' | 'role' | 'invitedBy'>,
) =>
  tx
    .insertInto('members')
    .values({ ...member, status: 'invited', invitedAt: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'id'])
        .doUpdateSet({ role: member.role, invitedAt: sql`excluded.invited_at`, invitedBy: member.invitedBy }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()

/**
 * Deletes an invited member who never joined. An invited member who joined earlier is deactivated instead, because
 * content can refer to this member.
 */
export async function withdrawOrDeactivateInvited(tx: WorkspaceTx, id: string) {
  await tx
    .deleteFrom('members')
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .where('joinedAt', 'is', null)
    .execute()
  await tx
    .updateTable('members')
    .set({ status: 'deactivated' })
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .execute()
}

type StoredPreferences = Pick<AnswerOf<typeof showProfile>, 'language' | 'notifications'>

export const findProfileRow = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('members')
    .select(['name', 'surname', 'email', 'timeZone', 'language', 'theme', 'singleKeys', 'signature', 'notifications'])
    .$narrowType<StoredPreferences>()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

type ProfileChanges = Pick<
  Updateable<Members>,
  'name' | 'surname' | 'timeZone' | 'language' | 'theme' | 'singleKeys' | 'signature'
>

export const updateProfile = (
  tx: WorkspaceTx,
  id: string,
  changes: ProfileChanges,
  notifications: Record<string, boolean | undefined>,
) =>
  tx
    .updateTable('members')
    .set({ ...changes, notifications: sql`notifications || ${JSON.stringify(notifications)}::jsonb` })
    .where('id', '=', id)
    .execute()

export const findWorkspaceName = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select(['name', 'domain']).executeTakeFirstOrThrow()

export const findMemberEmail = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('members').select('email').where('id', '=', id).executeTakeFirst()
