import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { listHolders } from './queries.ts'

type Address = { modelId: string; language: string; stem: string; own: string }

export async function listTakenSlugs(
  tx: WorkspaceTx,
  slot: string,
  { modelId, language, stem, own }: Address,
): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`
    select value from content_unique_values
    where workspace_id = ${tx.workspaceId} and model_id = ${modelId} and slot = ${slot} and language = ${language}
      and starts_with(value, ${stem}) and entry_id <> ${own}`.execute(tx)
  return new Set(rows.map(({ value }) => value))
}

export async function findHolder(
  tx: WorkspaceTx,
  modelId: string,
  { slot, language, value }: PlacedValue,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('contentUniqueValues')
    .select('entryId')
    .where('modelId', '=', modelId)
    .where('slot', '=', slot)
    .where('language', '=', language)
    .where('value', '=', value ?? '')
    .where('isDraft', '=', true)
    .executeTakeFirst()
  return row?.entryId
}

type Owner = { modelId: string; entryId: string }
export type PlacedValue = { slot: string; language: string; value: string | null }
/** A value that another entry has. `slot` names the field, `title` the other entry. */
export type DuplicateValue = { slot: string; title: string }

/**
 * Reserves the values of a draft and releases its old values, except published values. Returns the values that another
 * entry has. If two calls reserve the same value, the second waits for the first.
 */
export async function reserveDraftValues(
  tx: WorkspaceTx,
  owner: Owner,
  values: PlacedValue[],
): Promise<DuplicateValue[]> {
  if (values.length === 0) return []
  const { entryId } = owner
  const wanted = values.map((one) => ({ ...one, live_in: [] }))
  const { rows } = await sql<PlacedValue>`
    with ${wantedAs(wanted)}, former as (
      select u.slot, u.language, u.value from content_unique_values u join wanted w on w.slot = u.slot and w.language = u.language
      where u.workspace_id = ${tx.workspaceId} and u.entry_id = ${entryId} and u.is_draft and u.value is distinct from w.value
    ), gone as (
      delete from content_unique_values u where u.workspace_id = ${tx.workspaceId} and u.entry_id = ${entryId}
        and u.live_in = '{}' and (u.slot, u.language, u.value) in (select slot, language, value from former)
    ), left_live as (
      update content_unique_values u set is_draft = false where u.workspace_id = ${tx.workspaceId} and u.entry_id = ${entryId}
        and u.live_in <> '{}' and (u.slot, u.language, u.value) in (select slot, language, value from former)
    )
    ${takeWanted(tx, owner, true)}`.execute(tx)
  return findTaken(tx, owner, values, rows)
}

type LiveValue = PlacedValue & { liveIn: string }

/** Reserves published values of languages and releases former ones. Returns the values that another entry has. */
export async function reserveLiveValues(tx: WorkspaceTx, owner: Owner, values: LiveValue[]): Promise<DuplicateValue[]> {
  if (values.length === 0) return []
  const { entryId } = owner
  const languages = [...new Set(values.map(({ liveIn }) => liveIn))]
  const places = Map.groupBy(values, ({ slot, language, value }) => JSON.stringify([slot, language, value]))
  // A value that all languages share occurs once per language. These duplicates are merged.
  const wanted = [...places.values()].map((all) => ({ ...all[0]!, live_in: all.map(({ liveIn }) => liveIn) }))
  const { rows } = await sql<PlacedValue>`
    with ${wantedAs(wanted)}, former as (
      select u.slot, u.language, u.value, u.is_draft, ${without(languages)} as live_in from content_unique_values u
      where u.workspace_id = ${tx.workspaceId} and u.entry_id = ${entryId} and u.live_in && ${languages}::text[]
        and not exists (select from wanted w where w.slot = u.slot and w.language = u.language and w.value = u.value)
    ), ${letFormerGo(tx, entryId)}
    ${takeWanted(tx, owner, false)}`.execute(tx)
  return findTaken(tx, owner, values, rows)
}

export const releaseLive = (tx: WorkspaceTx, entryId: string, languages: string[]) =>
  sql`
    with former as (
      select u.slot, u.language, u.value, u.is_draft, ${without(languages)} as live_in from content_unique_values u
      where u.workspace_id = ${tx.workspaceId} and u.entry_id = ${entryId} and u.live_in && ${languages}::text[]
    ), ${letFormerGo(tx, entryId)}
    select`.execute(tx)

export const releaseValues = (tx: WorkspaceTx, entryId: string) =>
  tx.deleteFrom('contentUniqueValues').where('entryId', '=', entryId).execute()

type WantedRow = PlacedValue & { live_in: string[] }

const wantedAs = (wanted: WantedRow[]) => sql`wanted as (
  select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (slot text, language text, value text, live_in text[]))`

const without = (languages: string[]) => sql`array(select unnest(u.live_in) except select unnest(${languages}::text[]))`

const letFormerGo = (tx: WorkspaceTx, entryId: string) => sql`gone as (
    delete from content_unique_values u where u.workspace_id = ${tx.workspaceId} and u.entry_id = ${entryId}
      and (u.slot, u.language, u.value) in (select slot, language, value from former where live_in = '{}' and not is_draft)
  ), left_so as (
    update content_unique_values u set live_in = f.live_in from former f
    where u.workspace_id = ${tx.workspaceId} and u.entry_id = ${entryId} and (f.live_in <> '{}' or f.is_draft)
      and f.slot = u.slot and f.language = u.language and f.value = u.value
  )`

/** Reserves the wanted values that are free. Returns the wanted values that the entry has afterwards. */
const takeWanted = (tx: WorkspaceTx, { modelId, entryId }: Owner, isDraft: boolean) => sql`
  insert into content_unique_values as u (workspace_id, model_id, slot, language, value, entry_id, is_draft, live_in)
  select ${tx.workspaceId}, ${modelId}, slot, language, value, ${entryId}, ${isDraft}, live_in from wanted where value is not null
  on conflict (workspace_id, model_id, slot, language, value) do update
    set is_draft = u.is_draft or excluded.is_draft,
      live_in = array(select unnest(u.live_in) union select unnest(excluded.live_in))
    where u.entry_id = excluded.entry_id
  returning slot, language, value`

async function findTaken(tx: WorkspaceTx, { modelId, entryId }: Owner, wanted: PlacedValue[], held: PlacedValue[]) {
  const have = new Set(held.map(nameOf))
  const rows = wanted.flatMap(({ slot, language, value }) =>
    value === null || have.has(nameOf({ slot, language, value })) ? [] : [{ modelId, entryId, slot, language, value }],
  )
  return rows.length > 0 ? listHolders(tx, rows) : []
}

export const nameOf = ({ slot, language, value }: PlacedValue) => `${slot}\n${language}\n${value}`
