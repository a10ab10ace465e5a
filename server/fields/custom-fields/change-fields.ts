import { RE2JS } from 're2js'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { aboutWorkspace } from '#contract/events.ts'
import { type FieldOwner, mostCustomFields, mostKeptCustomFields } from '#contract/fields/custom-field-values.ts'
import {
  type CustomFieldSettings,
  type CustomOption,
  type changeTicketField,
  customFieldSettings,
  type listTicketFields,
  NewCustomField,
  NewProfileField,
  type CustomField as ShownField,
} from '#contract/fields/custom-fields.ts'
import { checkValue } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Caller, Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { asField, type CustomField, isReadBy } from './custom-field.ts'
import { insertFieldRow, listFieldRows, listUsedOptions, lockFields, updateFieldRow } from './queries.ts'

type FieldCall = { tx: WorkspaceTx; caller: Member; owner: FieldOwner }

export async function listFields(
  { tx, caller, owner }: { tx: WorkspaceTx; caller: Pick<Caller, 'kind'>; owner: FieldOwner },
  { archived }: QueryOf<typeof listTicketFields>,
) {
  if (archived === 'true' && caller.kind === 'customer') throw new Refusal('not-allowed')
  const fields = (await listFieldRows(tx, owner)).filter((field) => isReadBy(field, caller))
  const listed = fields.filter((field) => isArchived(field) === (archived === 'true'))
  return listed.map((field, position) => ({ ...shape(field, fields), position }))
}

export async function createField(call: FieldCall, body: NewCustomField): Promise<ShownField> {
  const { tx, owner } = call
  await lockFields(tx)
  const fields = await listFieldRows(tx, owner)
  refuseTooMany(fields)
  refuseTakenKey(fields, body.key)
  const field = settle(fields, body, { owner, before: null })
  const { id } = await insertFieldRow(tx, { ...rowOf(field), owner, position: nextPosition(fields) })
  await recordChange(call, 'created', id, { key: field.key })
  return show(call, id)
}

export async function changeField(
  call: FieldCall,
  id: string,
  { base, position, ...wanted }: BodyOf<typeof changeTicketField>,
): Promise<ShownField> {
  const { tx, owner } = call
  await lockFields(tx)
  const fields = await listFieldRows(tx, owner)
  const before = find(fields, id)
  const shown = await show(call, id)
  refuseOverwriting({ base, current: shown, wanted: { ...wanted, ...(position !== undefined && { position }) } })
  if (position !== undefined && !isArchived(before)) await move(call, fields, { id, to: position })
  const changes = changedFields(shown as Record<string, unknown>, wanted)
  if (isNothing(changes)) return show(call, id)
  if (wanted.key !== undefined) refuseTakenKey(fields, wanted.key, id)
  const field = settle(fields, parse(owner, { ...writable(shown), ...changes }), { owner, before })
  const options = await keepUsedOptions(tx, before, field.settings.options)
  await updateFieldRow(tx, id, rowOf({ ...field, settings: { ...field.settings, ...(options && { options }) } }))
  await recordChange(call, 'changed', id, { key: field.key, fields: Object.keys(changes) })
  return show(call, id)
}

export async function archiveField(call: FieldCall, id: string): Promise<ShownField> {
  await lockFields(call.tx)
  const field = find(await listFieldRows(call.tx, call.owner), id)
  if (!isArchived(field)) await setArchived(call, field, { archivedAt: 'now' })
  return show(call, id)
}

export async function restoreField(call: FieldCall, id: string): Promise<ShownField> {
  await lockFields(call.tx)
  const fields = await listFieldRows(call.tx, call.owner)
  const field = find(fields, id)
  if (!isArchived(field)) return show(call, id)
  if (fields.filter((one) => !isArchived(one)).length >= mostCustomFields) throw new Refusal('too-many-custom-fields')
  await setArchived(call, field, { archivedAt: null, position: nextPosition(fields) })
  return show(call, id)
}

async function setArchived(
  call: FieldCall,
  { id, key }: CustomField,
  changes: { archivedAt: string | null; position?: number },
) {
  await updateFieldRow(call.tx, id, changes)
  await recordChange(call, 'changed', id, { key, fields: ['archivedAt'] })
}

const isArchived = ({ archivedAt }: CustomField) => archivedAt !== null

function find(fields: readonly CustomField[], id: string): CustomField {
  const field = fields.find((one) => one.id === id)
  if (!field) throw new Refusal('custom-field-not-found')
  return field
}

function refuseTooMany(fields: readonly CustomField[]) {
  const active = fields.filter((field) => !isArchived(field))
  if (active.length >= mostCustomFields || fields.length >= mostKeptCustomFields)
    throw new Refusal('too-many-custom-fields')
}

function refuseTakenKey(fields: readonly CustomField[], key: string, except?: string) {
  const taken = fields.find((field) => field.id !== except && field.key.toLowerCase() === key.toLowerCase())
  if (!taken) return
  const words = isArchived(taken) ? `The archived field “${taken.label}” has this key` : `“${taken.label}” has this key`
  throw new Refusal('custom-field-key-taken', { detail: `${words}. Choose another key.`, fields: { key: words } })
}

const nextPosition = (fields: readonly CustomField[]) => Math.max(-1, ...fields.map(({ position }) => position)) + 1

const fieldNames = ['key', 'label', 'help', 'kind', 'required', 'portal', 'condition', 'default'] as const

/** Returns what the body of a new field has. */
function writable(field: ShownField) {
  const names = [...fieldNames, ...customFieldSettings]
  return Object.fromEntries(names.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]])))
}

function parse(owner: FieldOwner, given: Record<string, unknown>): NewCustomField {
  const kept = Object.entries(given).filter(([name, value]) => value !== null || name === 'condition')
  const { data, error } = (owner === 'ticket' ? NewCustomField : NewProfileField).safeParse(Object.fromEntries(kept))
  if (data) return data
  throw new Refusal('invalid', {
    fields: Object.fromEntries(
      error.issues.map(({ path, keys, message }: (typeof error.issues)[number] & { keys?: string[] }) => [
        [...path, ...(keys ?? [])].join('.'),
        keys ? 'A field of this kind does not have this setting' : message,
      ]),
    ),
  })
}

type NewField = Omit<CustomField, 'id' | 'position' | 'archivedAt'>

/** Checks a field with its settings. Returns it with its condition by id. */
function settle(
  fields: readonly CustomField[],
  body: NewCustomField,
  { owner, before }: { owner: FieldOwner; before: CustomField | null },
): NewField {
  const {
    key,
    label,
    kind,
    help = '',
    required = 'never',
    portal = 'hidden',
    condition = null,
    default: value,
    ...given
  } = body
  const settings = given as CustomFieldSettings
  if (before?.settings.many && !settings.many)
    throw new Refusal('invalid', {
      fields: { many: `A ${owner} may have several options, so this cannot be turned off` },
    })
  if (settings.pattern && !isPattern(settings.pattern))
    throw new Refusal('invalid', { fields: { pattern: 'This is not a valid regular expression (RE2)' } })
  const field = { key, label, kind, help, required, portal, condition: resolve(fields, condition, before), settings }
  const options = settings.options?.filter(({ isArchived }) => !isArchived)
  const checked = checkValue(
    asField({
      ...field,
      settings: { ...settings, ...(options && { options }) },
      id: '',
      position: 0,
      archivedAt: null,
    }),
    value ?? null,
    new Map(),
  )
  if (checked.faults) throw new Refusal('invalid', { fields: { default: Object.values(checked.faults)[0]! } })
  const hasDefault = checked.value !== null && checked.value !== undefined
  return { ...field, settings: { ...settings, ...(hasDefault && { default: checked.value }) } }
}

function isPattern(pattern: string): boolean {
  try {
    return RE2JS.compile(pattern) !== undefined
  } catch {
    return false
  }
}

function resolve(
  fields: readonly CustomField[],
  condition: NewCustomField['condition'],
  before: CustomField | null,
): CustomField['condition'] {
  if (!condition) return null
  const other = fields.find(({ id, key }) => id === condition.field || key === condition.field)
  const wrong = (message: string) => new Refusal('invalid', { fields: { condition: message } })
  if (!other) throw wrong(`There is no field "${condition.field}"`)
  for (let one: CustomField | undefined = other; one; one = fields.find(({ id }) => id === one!.condition?.field))
    if (one.id === before?.id) throw wrong('The fields would depend on each other. Choose another field.')
  return { ...condition, field: other.id }
}

/** An option that is removed, but that something has as its value, is archived instead. */
async function keepUsedOptions(tx: WorkspaceTx, { id, settings }: CustomField, options?: CustomOption[]) {
  if (!options) return undefined
  const removed = (settings.options ?? []).filter(({ key }) => !options.some((option) => option.key === key))
  if (removed.length === 0) return options
  const removedKeys = removed.map(({ key }) => key)
  const used = await listUsedOptions(tx, id, removedKeys)
  const archived = removed.filter(({ key }) => used.includes(key)).map((option) => ({ ...option, isArchived: true }))
  return [...options, ...archived]
}

async function move(call: FieldCall, fields: readonly CustomField[], { id, to }: { id: string; to: number }) {
  const active = fields.filter((field) => !isArchived(field))
  const others = active.filter((field) => field.id !== id)
  const sorted = others.toSpliced(to, 0, find(active, id))
  if (sorted.every((field, at) => field === active[at])) return
  for (const [at, field] of sorted.entries())
    if (field.position !== at) await updateFieldRow(call.tx, field.id, { position: at })
  await tellPages(call)
}

const rowOf = ({ settings, condition, ...field }: NewField) => ({
  ...field,
  settings: JSON.stringify(settings),
  condition: condition && JSON.stringify(condition),
})

async function recordChange(
  call: FieldCall,
  change: 'created' | 'changed',
  id: string,
  detail: Record<string, unknown>,
) {
  const { tx, owner, caller } = call
  await recordAudit(tx, { action: `${owner}-field.${change}`, by: sourceOf(caller), subjectId: id, detail })
  await tellPages(call)
}

const fieldsChanged = {
  ticket: { type: 'ticket-fields.changed' },
  customer: { type: 'customer-fields.changed' },
  company: { type: 'company-fields.changed' },
} as const

const tellPages = ({ tx, owner, caller }: FieldCall) =>
  record(tx, {
    ...fieldsChanged[owner],
    subject: aboutWorkspace(tx.workspaceId),
    by: byMember(caller),
    audience: 'team',
  })

async function show({ tx, owner }: Pick<FieldCall, 'tx' | 'owner'>, id: string): Promise<ShownField> {
  const fields = await listFieldRows(tx, owner)
  const field = find(fields, id)
  const list = fields.filter((one) => isArchived(one) === isArchived(field))
  return { ...shape(field, fields), position: list.indexOf(field) }
}

function shape({ settings, condition, ...field }: CustomField, fields: readonly CustomField[]): ShownField {
  const other = condition && fields.find(({ id }) => id === condition.field)
  return { ...field, ...settings, condition: other ? { ...condition, field: other.key } : null }
}
