import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { MacroAction, MacroInput } from '#contract/tickets/macros.ts'
import type { Macros, MacroUses } from '#database/types.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'

const columns = [
  ...(['id', 'authorId', 'name', 'visibility', 'actions', 'named', 'inputs', 'body', 'texts', 'textKind'] as const),
  ...(['afterwards', 'createdAt', 'updatedAt'] as const),
]

/** The checks of the contract know more than the types of the database. */
type Checked = {
  actions: MacroAction[]
  inputs: MacroInput[]
  named: Record<string, string>
  texts: Record<string, string>
}
export type MacroRow = Omit<Pick<Selectable<Macros>, (typeof columns)[number]>, keyof Checked> &
  Checked & {
    /** Ids of the teams that see the macro. */
    teams: string[]
    /** Ids of the files that messages get. */
    attachments: string[]
  }

export type Viewer = Pick<Member, 'id' | 'isAdmin'>

/** A macro for teams is seen by their members, by its author and by admins. */
const seenBy = ({ workspaceId }: WorkspaceTx, { id, isAdmin }: Viewer) => sql<boolean>`(
  visibility = 'everyone' or author_id = ${id} or (visibility = 'teams' and (${isAdmin}::boolean or exists (
    select from macro_teams g
    join teams t on t.workspace_id = ${workspaceId} and t.id = g.team_id and t.deleted_at is null
    join team_members m on m.workspace_id = ${workspaceId} and m.team_id = g.team_id and m.member_id = ${id}
    where g.workspace_id = ${workspaceId} and g.macro_id = macros.id))))`

const allMacros = (tx: WorkspaceTx) =>
  tx
    .selectFrom('macros')
    .select(columns)
    .select([
      sql`array(select g.team_id from macro_teams g
        join teams t on t.workspace_id = ${tx.workspaceId} and t.id = g.team_id and t.deleted_at is null
        where g.workspace_id = ${tx.workspaceId} and g.macro_id = macros.id order by g.team_id)`.as('teams'),
      sql`array(select f.file_id from macro_files f
        where f.workspace_id = ${tx.workspaceId} and f.macro_id = macros.id and f.place is not null
        order by f.place)`.as('attachments'),
    ])
    .$castTo<MacroRow>()

const selectMacros = (tx: WorkspaceTx) => allMacros(tx).where('deletedAt', 'is', null)

/** @param words folded words, which each macro contains */
export async function listMacroRows(tx: WorkspaceTx, viewer: Viewer, words: string[]): Promise<MacroRow[]> {
  const order = await findOwnOrder(tx)
  return selectMacros(tx)
    .where(seenBy(tx, viewer))
    .where(sql<boolean>`(select coalesce(bool_and(strpos(words, word) > 0), true) from unnest(${words}::text[]) word)`)
    .orderBy(inOrder(sql`name`, order))
    .orderBy('id')
    .execute()
}

export const findMacroRow = (tx: WorkspaceTx, id: string, viewer: Viewer): Promise<MacroRow | undefined> =>
  selectMacros(tx).where('id', '=', id).where(seenBy(tx, viewer)).executeTakeFirst()

/** Lists the macros of all members that add or remove tags, also deleted ones. With `ids`, lists these. */
export const listRowsNamingTags = (tx: WorkspaceTx, ids?: readonly string[]): Promise<MacroRow[]> =>
  allMacros(tx)
    .where(ids ? sql<boolean>`id = any(${ids}::uuid[])` : sql<boolean>`actions::text like '%\\_tags"%'`)
    .orderBy('id')
    .execute()

export const findDeletedMacro = (tx: WorkspaceTx, id: string, viewer: Viewer): Promise<MacroRow | undefined> =>
  allMacros(tx)
    .where('id', '=', id)
    .where('deletedAt', '>', sql<string>`now() - interval '24 hours'`)
    .where(seenBy(tx, viewer))
    .executeTakeFirst()

/** Locks the macros of the workspace, so that concurrent requests keep the limits and the names. */
export const holdMacros = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select('id').where('id', '=', tx.workspaceId).forNoKeyUpdate().execute()

type MacroList = Pick<MacroRow, 'visibility' | 'authorId'>

const inList = ({ visibility, authorId }: MacroList) =>
  visibility === 'me'
    ? sql<boolean>`(visibility = 'me' and author_id = ${authorId} and deleted_at is null)`
    : sql<boolean>`(visibility <> 'me' and deleted_at is null)`

export async function countMacros(tx: WorkspaceTx, list: MacroList): Promise<number> {
  const { count } = await tx
    .selectFrom('macros')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inList(list))
    .executeTakeFirstOrThrow()
  return count
}

export async function hasName(tx: WorkspaceTx, list: MacroList, name: string, except: string | null) {
  const found = await tx
    .selectFrom('macros')
    .select('id')
    .where(inList(list))
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  return found !== undefined && found.id !== except
}

export async function insertMacro(tx: WorkspaceTx, macro: Insertable<Macros>): Promise<string> {
  const { id } = await tx.insertInto('macros').values(macro).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateMacro = (tx: WorkspaceTx, id: string, changes: Updateable<Macros>) =>
  tx
    .updateTable('macros')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute()

export const readMacro = (tx: WorkspaceTx, id: string): Promise<MacroRow> =>
  selectMacros(tx).where('id', '=', id).executeTakeFirstOrThrow()

export async function replaceTeams(tx: WorkspaceTx, macroId: string, teams: string[]) {
  await tx.deleteFrom('macroTeams').where('macroId', '=', macroId).execute()
  if (teams.length === 0) return
  await tx
    .insertInto('macroTeams')
    .values(teams.map((teamId) => ({ macroId, teamId })))
    .execute()
}

/** Lists the files that a macro has or had. */
export async function listFileIds(tx: WorkspaceTx, macroId: string): Promise<string[]> {
  const rows = await tx.selectFrom('macroFiles').select('fileId').where('macroId', '=', macroId).execute()
  return rows.map(({ fileId }) => fileId)
}

export async function replaceFiles(tx: WorkspaceTx, macroId: string, fileIds: string[]) {
  await tx.updateTable('macroFiles').set({ place: null }).where('macroId', '=', macroId).execute()
  if (fileIds.length === 0) return
  await tx
    .insertInto('macroFiles')
    .values(fileIds.map((fileId, place) => ({ macroId, fileId, place })))
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'macroId', 'fileId']).doUpdateSet({ place: sql`excluded.place` }),
    )
    .execute()
}

export async function listFiles(tx: WorkspaceTx, ids: string[]) {
  if (ids.length === 0) return []
  return tx.selectFrom('files').select(['id', 'name', 'mime', 'bytes']).where('id', 'in', ids).execute()
}

/** Lists the files that no macro needs any more. */
export async function listLeftFiles(tx: WorkspaceTx): Promise<string[]> {
  const rows = await tx
    .selectFrom('macroFiles as f')
    .innerJoin('macros as m', (join) =>
      join.onRef('m.workspaceId', '=', 'f.workspaceId').onRef('m.id', '=', 'f.macroId'),
    )
    .select('f.fileId')
    .where(sql<boolean>`(f.place is null or m.deleted_at <= now() - interval '24 hours')`)
    .execute()
  return rows.map(({ fileId }) => fileId)
}

export const deleteFileRows = (tx: WorkspaceTx, fileIds: string[]) =>
  tx.deleteFrom('macroFiles').where('fileId', 'in', fileIds).execute()

/** Deletes macros that can not be restored any more, unless messages need the bytes of their files. */
export const deleteOldMacros = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('macros')
    .where('deletedAt', '<=', sql<string>`now() - interval '24 hours'`)
    .where(sql<boolean>`not exists (select from macro_files f
      where f.workspace_id = ${tx.workspaceId} and f.macro_id = macros.id)`)
    .execute()

/** Counts a use of today. */
export const countUse = (tx: WorkspaceTx, use: Pick<Insertable<MacroUses>, 'macroId' | 'memberId'>) =>
  tx
    .insertInto('macroUses')
    .values(use)
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'macroId', 'memberId', 'day'])
        .doUpdateSet({ count: sql`macro_uses.count + 1`, usedAt: sql`excluded.used_at` }),
    )
    .execute()

export type Uses = { macroId: string; days7: number; days30: number; lastUsedAt: string | null }

/** Sums the uses of the last 30 days. `lastUsedAt`: by the member. */
export async function listUses(tx: WorkspaceTx, memberId: string, macroIds: string[]): Promise<Uses[]> {
  const { rows } = await sql<Uses>`
    select macro_id, sum(count)::int as days30,
      coalesce(sum(count) filter (where day > current_date - 7), 0)::int as days7,
      max(used_at) filter (where member_id = ${memberId}) as last_used_at
    from macro_uses
    where workspace_id = ${tx.workspaceId} and macro_id = any(${macroIds}::uuid[]) and day > current_date - 30
    group by macro_id`.execute(tx)
  return rows
}

export const deleteOldUses = (tx: WorkspaceTx) =>
  tx.deleteFrom('macroUses').where(sql<boolean>`day <= current_date - 30`).execute()

/** Finds those of the tickets that are problems. */
export const listProblems = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('tickets')
        .select(['id', 'number'])
        .where('id', 'in', ids)
        .where('type', '=', 'problem')
        .where('mergedInto', 'is', null)
        .execute()
