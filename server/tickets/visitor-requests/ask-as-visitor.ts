import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { confirmVisitorRequest, createVisitorRequest } from '#contract/tickets/visitor-requests.ts'
import { listFields } from '#server/fields/custom-fields/change-fields.ts'
import { newCustomValues } from '#server/fields/custom-fields/custom-values.ts'
import { withinWorkspace } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findForm, listForms } from '#server/tickets/forms/find-form.ts'
import {
  findCustomerByEmail,
  findOrCreateCustomer,
  markRegistered,
} from '#server/workspace/customers/customer-accounts.ts'
import { checkCode } from '#server/workspace/identity/sign-in/check-code.ts'
import { type SignInCall, sendCode } from '#server/workspace/identity/sign-in/send-code.ts'
import { workspaceNamed } from '#server/workspace/identity/sign-in/sign-in-customer.ts'
import { fileConfirmed } from './jobs.ts'
import { findRequest, insertRequest } from './queries.ts'

const visitor = { kind: 'visitor' } as const
/** Once the code confirms the address, the visitor is a customer. So the fields are those that customers write. */
const customer = { kind: 'customer' } as const

export async function listFormsOfVisitors({ tx }: SignInCall, workspaceName: string) {
  const { id } = await workspaceNamed(tx, workspaceName)
  return withinWorkspace(tx, id, async (walled) => {
    const fields = await listFields({ tx: walled, caller: customer, owner: 'ticket' }, { archived: 'false' })
    return (await listForms(walled, visitor)).map(({ key, name, description, fields: asked }) => ({
      ...{ key, name, description },
      fields: asked.flatMap((fieldId) => fields.filter((field) => field.id === fieldId)),
    }))
  })
}

/** Keeps a request until the code that is mailed to its author is entered. */
export async function askAsVisitor(
  call: SignInCall,
  { workspaceName, form: key, email, customFields: given = {}, ...request }: BodyOf<typeof createVisitorRequest>,
) {
  const { tx } = call
  const workspace = await workspaceNamed(tx, workspaceName)
  return withinWorkspace(tx, workspace.id, async (walled) => {
    const form = await findForm(walled, key, visitor)
    const values = await newCustomValues(walled, 'ticket', { given, caller: customer, asked: form.fields })
    const known = await findCustomerByEmail(walled, email)
    const { id: customerId } = await findOrCreateCustomer(walled, { email })
    const purpose = known?.verifiedAt ? ('customer-login' as const) : ('customer-register' as const)
    const subject = { workspaceId: workspace.id, customerId }
    const isSent = await sendCode(call, { purpose, subject, address: email, workspace })
    // An address that reached its limit of codes gets the same answer, so that strangers learn nothing.
    if (!isSent) return { id: randomUUID() }
    return insertRequest(walled, {
      ...{ ...request, customerId, purpose, formId: form.id, customFields: JSON.stringify(values) },
    })
  })
}

/** Confirms the address of a request without a session, for a form on another site. */
export async function confirmRequest(
  call: SignInCall,
  id: string,
  { workspaceName, code }: BodyOf<typeof confirmVisitorRequest>,
) {
  const { tx } = call
  const { id: workspaceId } = await workspaceNamed(tx, workspaceName)
  const request = await withinWorkspace(tx, workspaceId, (walled) => findRequest(walled, id))
  if (!request) throw new Refusal('visitor-request-not-found')
  const { customerId } = request
  const subject = { workspaceId, customerId }
  const right = await checkCode(call, { purpose: request.purpose, subject, code })
  if (!right) return { isConfirmed: false }
  await withinWorkspace(tx, workspaceId, async (walled) => {
    await markRegistered(walled, customerId, right.address)
    await enqueue(walled, fileConfirmed, { id })
  })
  return { isConfirmed: true }
}
