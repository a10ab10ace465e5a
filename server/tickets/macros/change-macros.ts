import type { BodyOf } from '#contract/endpoint.ts'
import { aboutWorkspace } from '#contract/events.ts'
import { mostOwnMacros, mostSharedMacros } from '#contract/tickets/macro-values.ts'
import type { changeMacro as changing, createMacro as creating } from '#contract/tickets/macros.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { sanitizeComposedHtml } from '#server/platform/html/sanitize-html.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { fold } from '#server/search/words/fold.ts'
import { refuseUnknownVariables, storeActions } from './check-macro.ts'
import {
  countMacros,
  countUse as countUseOfToday,
  deleteMacroRow,
  deleteOldUses,
  findMacroRow,
  hasName,
  holdMacros,
  insertMacro,
  type MacroRow,
  updateMacro,
} from './queries.ts'
import { type MacroCall, mayChange, shapeMacro } from './show-macros.ts'

export async function createMacro(call: MacroCall, { text, texts, actions, ...macro }: BodyOf<typeof creating>) {
  const { tx, caller } = call
  const list = { authorId: caller.id, visibility: macro.visibility }
  if (!mayChange(caller, list)) throw new Refusal('macro-reserved')
  await holdMacros(tx)
  await refuseFull(tx, list)
  await refuseTaken(tx, list, macro.name, null)
  const written = { ...cleanTexts({ text, texts }), inputs: macro.inputs }
  await refuseUnknownVariables(tx, written)
  const stored = await storeActions(tx, caller, actions)
  const row = await insertMacro(tx, { ...macro, ...list, ...columnsOf({ ...written, ...stored, name: macro.name }) })
  await recordChange(call, [row])
  return shapeMacro(call, row)
}

export async function changeMacro(call: MacroCall, id: string, { base, ...wanted }: BodyOf<typeof changing>) {
  const { tx, caller } = call
  await holdMacros(tx)
  const row = await findOwnMacro(call, id)
  const current = await shapeMacro(call, row)
  const { body, texts: cleaned } = cleanTexts({ text: wanted.text ?? '', texts: wanted.texts ?? {} })
  const clean = { ...wanted, ...(wanted.text !== undefined && { text: body }), ...(wanted.texts && { texts: cleaned }) }
  refuseOverwriting({ base, current, wanted: clean })
  const changes = changedFields(current, clean)
  if (isNothing(changes)) return current
  const { text, actions, ...plain } = changes
  const list = { authorId: row.authorId, visibility: changes.visibility ?? row.visibility }
  if (!mayChange(caller, list)) throw new Refusal('macro-reserved')
  if (list.visibility !== row.visibility) await refuseFull(tx, list)
  const name = changes.name ?? row.name
  await refuseTaken(tx, list, name, id)
  const stored = actions ? await storeActions(tx, caller, actions) : { actions: row.actions, named: row.named }
  const after = { ...row, ...plain, ...stored, name, body: text ?? row.body }
  await refuseUnknownVariables(tx, after)
  const changed = await updateMacro(tx, id, { ...plain, ...columnsOf(after) })
  await recordChange(call, [row, changed])
  return shapeMacro(call, changed)
}

export async function deleteMacro(call: MacroCall, id: string) {
  const row = await findOwnMacro(call, id)
  await deleteMacroRow(call.tx, id)
  await recordChange(call, [row])
}

export async function countUse({ tx, caller }: MacroCall, id: string) {
  if (!(await findMacroRow(tx, id, caller.id))) throw new Refusal('macro-not-found')
  await countUseOfToday(tx, { macroId: id, memberId: caller.id })
}

export const pruneUses = (tx: WorkspaceTx) => deleteOldUses(tx)

const cleanTexts = ({ text, texts }: { text: string; texts: Record<string, string> }) => ({
  body: clean(text),
  texts: Object.fromEntries(
    Object.entries(texts).flatMap(([language, html]) => {
      const cleaned = clean(html)
      return cleaned === '' ? [] : [[language, cleaned]]
    }),
  ),
})

/** Sanitizes a text. A text without words is empty. */
function clean(html: string): string {
  const cleaned = sanitizeComposedHtml(html)
  return htmlToText(cleaned).trim() === '' ? '' : cleaned
}

type Columns = Pick<MacroRow, 'name' | 'body' | 'texts' | 'actions' | 'named' | 'inputs'>

const mostBytes = 65_536

function columnsOf({ name, body, texts, actions, named, inputs }: Columns) {
  const asJson = { actions: JSON.stringify(actions), inputs: JSON.stringify(inputs), named: JSON.stringify(named) }
  if (Buffer.byteLength(asJson.actions + asJson.inputs) > mostBytes) throw new Refusal('macro-too-large')
  const words = fold([name, ...[body, ...Object.values(texts)].map(htmlToText)].join(' '))
  return { ...asJson, name, body, texts: JSON.stringify(texts), words }
}

async function findOwnMacro({ tx, caller }: MacroCall, id: string): Promise<MacroRow> {
  const row = await findMacroRow(tx, id, caller.id)
  if (!row) throw new Refusal('macro-not-found')
  if (!mayChange(caller, row)) throw new Refusal('macro-reserved')
  return row
}

type MacroList = Pick<MacroRow, 'authorId' | 'visibility'>

async function refuseFull(tx: WorkspaceTx, list: MacroList) {
  const isShared = list.visibility === 'everyone'
  if ((await countMacros(tx, list)) >= (isShared ? mostSharedMacros : mostOwnMacros))
    throw new Refusal(isShared ? 'too-many-shared-macros' : 'too-many-own-macros')
}

async function refuseTaken(tx: WorkspaceTx, list: MacroList, name: string, except: string | null) {
  if (await hasName(tx, list, name, except))
    throw new Refusal('macro-name-taken', { fields: { name: 'Another macro has this name' } })
}

/** Tells the pages of those who see the macro, or saw it before the change. */
const recordChange = ({ tx, caller }: MacroCall, macros: MacroList[]) =>
  record(tx, {
    type: 'macro.changed',
    subject: aboutWorkspace(tx.workspaceId),
    by: byMember(caller),
    audience: macros.some(({ visibility }) => visibility === 'everyone') ? 'team' : { member: macros[0]!.authorId },
  })
