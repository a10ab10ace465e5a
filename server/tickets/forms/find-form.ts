import { isWrittenBy } from '#server/fields/custom-fields/custom-field.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type FormRow, listFormRows } from './queries.ts'

type Person = Pick<Caller, 'kind'>

const isOfTeam = ({ kind }: Person) => kind !== 'customer' && kind !== 'visitor'

/** Visitors can fill in the public forms that are for them, customers all public forms. */
const isFilledInBy = ({ archivedAt, isPublic, forVisitors }: FormRow, person: Person) =>
  !archivedAt && (isOfTeam(person) || (isPublic && (forVisitors || person.kind === 'customer')))

/** Returns forms as the caller sees them. Customers see the fields that they can write, and no defaults. */
export async function shapeForms(tx: WorkspaceTx, forms: FormRow[], person: Person) {
  const written = (await findFields(tx, 'ticket')).filter((field) => isWrittenBy(field, asCustomer(person)))
  const ids = new Set(written.map(({ id }) => id))
  return forms.map((form, position) => ({
    ...form,
    position,
    fields: form.fields.filter((id) => ids.has(id)),
    defaults: isOfTeam(person) ? form.defaults : null,
  }))
}

const asCustomer = (person: Person): Person => (isOfTeam(person) ? person : { kind: 'customer' })

export async function listForms(tx: WorkspaceTx, caller: Person, { isArchived = false } = {}) {
  if (isArchived && !isOfTeam(caller)) throw new Refusal('not-allowed')
  const forms = await listFormRows(tx)
  const listed = forms.filter((form) => (isArchived ? form.archivedAt !== null : isFilledInBy(form, caller)))
  return shapeForms(tx, listed, caller)
}

/** Finds a form that a request was written with, even if it was archived meanwhile. */
export const findFormById = async (tx: WorkspaceTx, id: string): Promise<FormRow> =>
  (await listFormRows(tx)).find((form) => form.id === id)!

/** Finds the form that a new request names by its key. */
export async function findForm(tx: WorkspaceTx, key: string, caller: Person): Promise<FormRow> {
  const form = (await listFormRows(tx)).find((one) => one.key === key)
  if (form && isFilledInBy(form, caller)) return form
  throw new Refusal('ticket-form-not-found', { fields: { form: `There is no form "${key}"` } })
}
