import type { MacroRow as ListedMacro, Macro, MacroAction } from '#contract/tickets/macros.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { fold } from '#server/search/words/fold.ts'
import { listStatuses } from '#server/tickets/statuses/find-statuses.ts'
import { listTeams } from '#server/tickets/teams/find-teams.ts'
import { findMemberNames, listActiveMembers } from '#server/workspace/team/find-members.ts'
import { fieldNamed, keyOfField, membersIn, problemsIn, teamsIn } from './check-macro.ts'
import { findMacroRow, listFiles, listMacroRows, listProblems, listUses, type MacroRow } from './queries.ts'

export type MacroCall = { tx: WorkspaceTx; caller: Pick<Member, 'id' | 'kind' | 'isAdmin'> }

const mostWords = 10
const mostOfSnippet = 200

export async function listMacros(call: MacroCall, q = ''): Promise<{ items: ListedMacro[]; next: null }> {
  const words = fold(q).split(/\s+/).filter(Boolean).slice(0, mostWords)
  const rows = await listMacroRows(call.tx, call.caller, words)
  const shown = await shapeMacros(call, rows)
  const items = shown.map(({ text, texts, ...macro }) => ({
    ...macro,
    hasActions: macro.actions.length > 0,
    snippet: htmlToText(text || (Object.values(texts)[0] ?? ''))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, mostOfSnippet),
    languages: Object.keys(texts),
  }))
  return { items, next: null }
}

export async function showMacro(call: MacroCall, id: string): Promise<Macro> {
  const row = await findMacroRow(call.tx, id, call.caller)
  if (!row) throw new Refusal('macro-not-found')
  return shapeMacro(call, row)
}

export const shapeMacro = async (call: MacroCall, row: MacroRow): Promise<Macro> => (await shapeMacros(call, [row]))[0]!

async function shapeMacros({ tx, caller }: MacroCall, rows: MacroRow[]): Promise<Macro[]> {
  const ids = rows.map(({ id }) => id)
  const uses = new Map((await listUses(tx, caller.id, ids)).map(({ macroId, ...counts }) => [macroId, counts]))
  const authors = await findMemberNames(
    tx,
    rows.map(({ authorId }) => authorId),
  )
  const known = await findKnown(tx, rows)
  const files = await listFiles(
    tx,
    rows.flatMap(({ attachments }) => attachments),
  )
  return rows.map(({ authorId, body, named, actions, attachments, ...row }) => {
    const { days7 = 0, days30 = 0, lastUsedAt = null } = uses.get(row.id) ?? {}
    const gone = [...new Set(actions.flatMap((action) => known.goneOf(action)))]
    return {
      ...row,
      text: body,
      attachments: attachments.flatMap((id) => files.find((file) => file.id === id) ?? []),
      actions: actions.map((action) => withKey(action, known.keys)),
      missing: gone.length > 0 ? `${gone.map((id) => named[id] ?? id).join(', ')} does not exist any more` : null,
      usedCount: { days7, days30 },
      lastUsedAt,
      isMine: authorId === caller.id,
      canChange: mayChange(caller, { authorId, visibility: row.visibility }),
      author: authors.get(authorId) ?? '',
    }
  })
}

/** Finds what the actions refer to and what of it does not exist any more. */
async function findKnown(tx: WorkspaceTx, rows: MacroRow[]) {
  const actions = rows.flatMap((row) => row.actions)
  const sets = actions.filter(({ kind }) => kind === 'set')
  const keys = new Map((sets.length > 0 ? await findFields(tx, 'ticket') : []).map(({ id, key }) => [id, key]))
  const statuses = new Set((sets.length > 0 ? await listStatuses(tx) : []).map(({ id }) => id))
  const members = new Set((await listActiveMembers(tx, membersIn(actions))).map(({ id }) => id))
  const teams = new Set((teamsIn(actions).length > 0 ? await listTeams(tx) : []).map(({ id }) => id))
  const problems = new Set((await listProblems(tx, problemsIn(actions))).map(({ id }) => id))
  function goneOf(action: MacroAction): string[] {
    const gone = [
      ...membersIn([action]).filter((id) => !members.has(id)),
      ...teamsIn([action]).filter((id) => !teams.has(id)),
      ...problemsIn([action]).filter((id) => !problems.has(id)),
    ]
    if (action.kind !== 'set') return gone
    const fieldId = keyOfField(action.field)
    if (fieldId !== null && !keys.has(fieldId)) gone.push(fieldId)
    if (action.field === 'statusId' && !statuses.has(String(action.value))) gone.push(String(action.value))
    return gone
  }
  return { keys, goneOf }
}

function withKey(action: MacroAction, keys: ReadonlyMap<string, string>): MacroAction {
  const id = action.kind === 'set' ? keyOfField(action.field) : null
  return id !== null && action.kind === 'set' ? { ...action, field: fieldNamed(keys.get(id) ?? id) } : action
}

/** Refuses to apply a macro that names something that does not exist any more. */
export async function findUsable(call: MacroCall, id: string): Promise<Macro> {
  const macro = await showMacro(call, id)
  if (macro.missing) throw new Refusal('macro-broken', { detail: `${macro.missing}. Change the macro first.` })
  return macro
}

/** Admins manage shared macros, and everybody their own. */
export const mayChange = (
  { id, isAdmin }: MacroCall['caller'],
  { authorId, visibility }: Pick<MacroRow, 'authorId' | 'visibility'>,
) => (visibility === 'me' ? authorId === id : isAdmin)
