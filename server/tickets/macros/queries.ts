import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { MacroAction, MacroInput } from '#contract/tickets/macros.ts'
import type { Macros, MacroUses } from '#database/types.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

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
export type MacroRow = Omit<Pick<Selectable<Macros>, (typeof columns)[number]>, keyof Checked> & Checked

const seenBy = (memberId: string) => sql<boolean>`(visibility = 'everyone' or author_id = ${memberId})`

const selectMacros = (tx: WorkspaceTx) => tx.selectFrom('macros').select(columns).$castTo<MacroRow>()

/** @param words folded words, which each macro contains */
export async function listMacroRows(tx: WorkspaceTx, memberId: string, words: string[]): Promise<MacroRow[]> {
  const order = await findOwnOrder(tx)
  return selectMacros(tx)
    .where(seenBy(memberId))
    .where(sql<boolean>`(select coalesce(bool_and(strpos(words, word) > 0), true) from unnest(${words}::text[]) word)`)
    .orderBy(inOrder(sql`name`, order))
    .orderBy('id')
    .execute()
}

export const findMacroRow = (tx: WorkspaceTx, id: string, memberId: string): Promise<MacroRow | undefined> =>
  selectMacros(tx).where('id', '=', id).where(seenBy(memberId)).executeTakeFirst()

/** Locks the macros of the workspace, so that concurrent requests keep the limits and the names. */
export const holdMacros = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select('id').where('id', '=', tx.workspaceId).forNoKeyUpdate().execute()

type MacroList = Pick<MacroRow, 'visibility' | 'authorId'>

const inList = ({ visibility, authorId }: MacroList) =>
  visibility === 'everyone'
    ? sql<boolean>`visibility = 'everyone'`
    : sql<boolean>`(visibility = 'me' and author_id = ${authorId})`

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

export const insertMacro = (tx: WorkspaceTx, macro: Insertable<Macros>): Promise<MacroRow> =>
  tx.insertInto('macros').values(macro).returning(columns).$castTo<MacroRow>().executeTakeFirstOrThrow()

export const updateMacro = (tx: WorkspaceTx, id: string, changes: Updateable<Macros>): Promise<MacroRow> =>
  tx
    .updateTable('macros')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .$castTo<MacroRow>()
    .executeTakeFirstOrThrow()

export const deleteMacroRow = (tx: WorkspaceTx, id: string) => tx.deleteFrom('macros').where('id', '=', id).execute()

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
