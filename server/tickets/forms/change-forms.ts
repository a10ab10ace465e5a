import type { BodyOf } from '#contract/endpoint.ts'
import { aboutWorkspace } from '#contract/events.ts'
import {
  type changeTicketForm,
  type createTicketForm,
  mostKeptTicketForms,
  mostTicketForms,
} from '#contract/tickets/forms.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { holdTeam } from '#server/tickets/teams/find-teams.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { shapeForms } from './find-form.ts'
import { type FormRow, insertForm, listFormRows, lockForms, updateForm } from './queries.ts'

type FormCall = { tx: WorkspaceTx; caller: Member }

export async function createForm(call: FormCall, body: BodyOf<typeof createTicketForm>) {
  const { tx } = call
  await lockForms(tx)
  const forms = await listFormRows(tx)
  const active = activeOf(forms)
  if (active.length >= mostTicketForms || forms.length >= mostKeptTicketForms)
    throw new Refusal('too-many-ticket-forms')
  refuseTakenKey(forms, body.key)
  await refuseUnknownFields(tx, body.fields)
  if (body.defaults.team) await holdTeam(tx, body.defaults.team)
  const { id } = await insertForm(tx, { ...body, defaults: JSON.stringify(body.defaults), position: active.length })
  await tell(call)
  return show(tx, id)
}

export async function changeForm(
  call: FormCall,
  id: string,
  { base, position, ...wanted }: BodyOf<typeof changeTicketForm>,
) {
  const { tx } = call
  await lockForms(tx)
  const forms = await listFormRows(tx)
  const before = find(forms, id)
  refuseOverwriting({ base, current: before, wanted })
  if (position !== undefined && !before.archivedAt) await move(tx, activeOf(forms), before, position)
  const { defaults, ...changes } = changedFields(before, wanted)
  if (changes.fields)
    await refuseUnknownFields(
      tx,
      changes.fields.filter((field) => !before.fields.includes(field)),
    )
  if (defaults?.team) await holdTeam(tx, defaults.team)
  const row = { ...changes, ...(defaults && { defaults: JSON.stringify(defaults) }) }
  if (!isNothing(row)) await updateForm(tx, id, row)
  await tell(call)
  return show(tx, id)
}

export async function archiveForm(call: FormCall, id: string) {
  const { tx } = call
  await lockForms(tx)
  const { archivedAt } = find(await listFormRows(tx), id)
  if (!archivedAt) {
    await updateForm(tx, id, { archivedAt: 'now' })
    await tell(call)
  }
  return show(tx, id)
}

export async function restoreForm(call: FormCall, id: string) {
  const { tx } = call
  await lockForms(tx)
  const forms = await listFormRows(tx)
  if (find(forms, id).archivedAt) {
    const active = activeOf(forms)
    if (active.length >= mostTicketForms) throw new Refusal('too-many-ticket-forms')
    for (const [at, form] of active.entries()) await updateForm(tx, form.id, { position: at })
    await updateForm(tx, id, { archivedAt: null, position: active.length })
    await tell(call)
  }
  return show(tx, id)
}

const activeOf = (forms: FormRow[]) => forms.filter(({ archivedAt }) => !archivedAt)

function find(forms: FormRow[], id: string): FormRow {
  const form = forms.find((one) => one.id === id)
  if (!form) throw new Refusal('ticket-form-not-found')
  return form
}

function refuseTakenKey(forms: FormRow[], key: string) {
  const taken = forms.find((form) => form.key === key)
  if (!taken) return
  const words = taken.archivedAt ? `The archived form “${taken.name}” has this key` : `“${taken.name}” has this key`
  throw new Refusal('ticket-form-key-taken', { detail: `${words}. Choose another key.`, fields: { key: words } })
}

async function refuseUnknownFields(tx: WorkspaceTx, ids: string[]) {
  if (ids.length === 0) return
  const known = new Set((await findFields(tx, 'ticket')).map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw new Refusal('custom-field-not-found')
}

async function move(tx: WorkspaceTx, active: FormRow[], form: FormRow, to: number) {
  const sorted = active.filter(({ id }) => id !== form.id).toSpliced(to, 0, form)
  for (const [at, { id }] of sorted.entries()) await updateForm(tx, id, { position: at })
}

async function tell({ tx, caller }: FormCall) {
  await record(tx, {
    type: 'ticket-forms.changed',
    subject: aboutWorkspace(tx.workspaceId),
    by: byMember(caller),
    audience: 'team',
  })
  await recordAudit(tx, { action: 'workspace.changed', by: sourceOf(caller), detail: { fields: ['ticketForms'] } })
}

async function show(tx: WorkspaceTx, id: string) {
  const forms = await shapeForms(tx, await listFormRows(tx), { kind: 'member' })
  return forms.find((form) => form.id === id)!
}
