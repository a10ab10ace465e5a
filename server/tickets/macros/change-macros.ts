import type { BodyOf } from '#contract/endpoint.ts'
import { aboutWorkspace } from '#contract/events.ts'
import { mostOwnMacros, mostSharedMacros } from '#contract/tickets/macro-values.ts'
import type { changeMacro as changing, createMacro as creating } from '#contract/tickets/macros.ts'
import { copyAsUploads, discardFiles, findUnshared, mostBytesOfMessage, takeUploads } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { sanitizeComposedHtml } from '#server/platform/html/sanitize-html.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { fold } from '#server/search/words/fold.ts'
import { holdTeam } from '#server/tickets/teams/find-teams.ts'
import { refuseUnknownVariables, storeActions } from './check-macro.ts'
import {
  countMacros,
  countUse as countUseOfToday,
  deleteFileRows,
  deleteOldMacros,
  deleteOldUses,
  findDeletedMacro,
  findMacroRow,
  hasName,
  holdMacros,
  insertMacro,
  listFileIds,
  listFiles,
  listLeftFiles,
  type MacroRow,
  readMacro,
  replaceFiles,
  replaceTeams,
  updateMacro,
} from './queries.ts'
import { findUsable, type MacroCall, mayChange, shapeMacro } from './show-macros.ts'

export async function createMacro(
  call: MacroCall,
  { text, texts, actions, teams, attachments, ...macro }: BodyOf<typeof creating>,
) {
  const { tx, caller } = call
  const list = { authorId: caller.id, visibility: macro.visibility }
  if (!mayChange(caller, list)) throw new Refusal('macro-reserved')
  await holdMacros(tx)
  await refuseTeams(tx, { ...list, teams })
  await refuseFull(tx, list)
  await refuseTaken(tx, list, macro.name, null)
  const written = { ...cleanTexts({ text, texts }), inputs: macro.inputs }
  await refuseUnknownVariables(tx, written)
  const stored = await storeActions(tx, caller, actions)
  const id = await insertMacro(tx, { ...macro, ...list, ...columnsOf({ ...written, ...stored, name: macro.name }) })
  await replaceTeams(tx, id, teams)
  await setFiles(call, id, attachments)
  const row = await readMacro(tx, id)
  await recordChange(call, [row])
  return shapeMacro(call, row)
}

export async function changeMacro(call: MacroCall, id: string, { base, ...wanted }: BodyOf<typeof changing>) {
  const { tx, caller } = call
  await holdMacros(tx)
  const row = await findOwnMacro(call, id)
  const shown = await shapeMacro(call, row)
  const current = { ...shown, attachments: row.attachments }
  const { body, texts: cleaned } = cleanTexts({ text: wanted.text ?? '', texts: wanted.texts ?? {} })
  const clean = { ...wanted, ...(wanted.text !== undefined && { text: body }), ...(wanted.texts && { texts: cleaned }) }
  refuseOverwriting({ base, current, wanted: clean })
  const changes = changedFields(current, clean)
  if (isNothing(changes)) return shown
  const { text, actions, teams: _, attachments, ...plain } = changes
  const list = { authorId: row.authorId, visibility: changes.visibility ?? row.visibility }
  if (!mayChange(caller, list)) throw new Refusal('macro-reserved')
  const teams = wanted.teams ?? (list.visibility === 'teams' ? row.teams : [])
  if (changes.visibility ?? changes.teams) await refuseTeams(tx, { ...list, teams })
  if ((list.visibility === 'me') !== (row.visibility === 'me')) await refuseFull(tx, list)
  const name = changes.name ?? row.name
  await refuseTaken(tx, list, name, id)
  const stored = actions ? await storeActions(tx, caller, actions) : { actions: row.actions, named: row.named }
  const after = { ...row, ...plain, ...stored, name, body: text ?? row.body }
  await refuseUnknownVariables(tx, after)
  await updateMacro(tx, id, { ...plain, ...columnsOf(after) })
  if (changes.visibility ?? changes.teams) await replaceTeams(tx, id, teams)
  if (attachments) await setFiles(call, id, attachments)
  const changed = await readMacro(tx, id)
  await recordChange(call, [row, changed])
  return shapeMacro(call, changed)
}

export async function deleteMacro(call: MacroCall, id: string) {
  const row = await findOwnMacro(call, id)
  await updateMacro(call.tx, id, { deletedAt: new Date().toISOString() })
  await recordChange(call, [row])
}

export async function restoreMacro(call: MacroCall, id: string) {
  const { tx, caller } = call
  await holdMacros(tx)
  const row = await findDeletedMacro(tx, id, caller)
  if (!row) throw new Refusal('macro-not-found')
  if (!mayChange(caller, row)) throw new Refusal('macro-reserved')
  await refuseFull(tx, row)
  await refuseTaken(tx, row, row.name, id)
  await updateMacro(tx, id, { deletedAt: null })
  await recordChange(call, [row])
  return shapeMacro(call, row)
}

export async function countUse(call: MacroCall, id: string) {
  await findUsable(call, id)
  await countUseOfToday(call.tx, { macroId: id, memberId: call.caller.id })
}

/** Returns copies of the files of a macro. The caller can attach them like uploads. */
export async function copyFiles(call: MacroCall, id: string) {
  const { attachments } = await findUsable(call, id)
  const ids = attachments.map((file) => file.id)
  return { items: await copyAsUploads(call.tx, ids, call.caller.id), next: null }
}

export async function pruneMacros(tx: WorkspaceTx) {
  await deleteOldUses(tx)
  const files = await findUnshared(tx, await listLeftFiles(tx))
  if (files.length > 0) await deleteFileRows(tx, files)
  await discardFiles(tx, files)
  await removeBytes(tx, { files })
  await deleteOldMacros(tx)
}

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
  const row = await findMacroRow(tx, id, caller)
  if (!row) throw new Refusal('macro-not-found')
  if (!mayChange(caller, row)) throw new Refusal('macro-reserved')
  return row
}

type MacroList = Pick<MacroRow, 'authorId' | 'visibility'>

async function refuseFull(tx: WorkspaceTx, list: MacroList) {
  const isShared = list.visibility !== 'me'
  if ((await countMacros(tx, list)) >= (isShared ? mostSharedMacros : mostOwnMacros))
    throw new Refusal(isShared ? 'too-many-shared-macros' : 'too-many-own-macros')
}

async function refuseTaken(tx: WorkspaceTx, list: MacroList, name: string, except: string | null) {
  if (await hasName(tx, list, name, except))
    throw new Refusal('macro-name-taken', { fields: { name: 'Another macro has this name' } })
}

async function refuseTeams(tx: WorkspaceTx, { visibility, teams }: Pick<MacroRow, 'visibility' | 'teams'>) {
  const isForTeams = visibility === 'teams'
  if (isForTeams && teams.length === 0) throw new Refusal('invalid', { fields: { teams: 'Choose at least one team' } })
  if (!isForTeams && teams.length > 0)
    throw new Refusal('invalid', { fields: { teams: 'Only a macro with the visibility `teams` has teams' } })
  for (const id of teams.toSorted()) await holdTeam(tx, id)
}

/** Sets the files of a macro. New ones are uploads of the caller. */
async function setFiles({ tx, caller }: MacroCall, id: string, fileIds: string[]) {
  const known = await listFileIds(tx, id)
  await takeUploads(
    tx,
    fileIds.filter((fileId) => !known.includes(fileId)),
    caller.id,
  )
  const bytes = (await listFiles(tx, fileIds)).reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > mostBytesOfMessage) throw new Refusal('files-too-large')
  await replaceFiles(tx, id, fileIds)
}

/** Tells the pages of those who see the macro, or saw it before the change. */
export const recordChange = (
  { tx, caller }: { tx: WorkspaceTx; caller: Pick<MacroCall['caller'], 'id'> },
  macros: MacroList[],
) =>
  record(tx, {
    type: 'macro.changed',
    subject: aboutWorkspace(tx.workspaceId),
    by: byMember(caller),
    audience: macros.some(({ visibility }) => visibility !== 'me') ? 'team' : { member: macros[0]!.authorId },
  })
