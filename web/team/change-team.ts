import type { RouterContextProvider } from 'react-router'
import type { Problem } from '#contract/refusals.ts'
import { changeMember, invite, withdrawInvitation } from '#contract/team.ts'
import { api } from '#web/lib/api.ts'
import { type Member, nameOf, type Role, roleNames, roleOf } from './members.ts'

type Context = Readonly<RouterContextProvider>
export type TeamAnswer = { done?: string; problem?: Problem; failed?: FailedInvitation[]; at: number }
export type FailedInvitation = { email: string; reason: string }
type Act = (context: Context, form: FormData) => Promise<Omit<TeamAnswer, 'at'>>

const acts: Record<string, Act> = { invite: inviteAll, change, withdraw }

/** The team's page has several small forms: each says by its intent what it wants. */
export async function actOnTeam(context: Context, request: Request): Promise<TeamAnswer> {
  const form = await request.formData()
  const act = acts[String(form.get('intent'))]
  if (!act) throw new Response(null, { status: 400 })
  return { ...(await act(context, form)), at: Date.now() }
}

/** One invitation after the other: a refused one does not hold back the rest. */
async function inviteAll(context: Context, form: FormData) {
  const role = form.get('role') as Role
  const emails = [...new Set(form.getAll('email').map(String))]
  if (emails.length === 0) return { failed: [{ email: '', reason: 'Enter an e-mail address' }] }
  const failed: FailedInvitation[] = []
  for (const email of emails) {
    const { problem } = await context.get(api).attempt(invite, { body: { email, role } })
    if (problem) failed.push({ email, reason: problem.fields?.email ?? problem.detail })
  }
  const sent = emails.length - failed.length
  const done = sent === 1 ? 'Invitation sent' : `${sent} invitations sent`
  return { failed, ...(sent > 0 && { done }) }
}

async function change(context: Context, form: FormData) {
  const params = { id: String(form.get('id')) }
  const body = {
    ...(form.has('role') && { role: form.get('role') as Role }),
    ...(form.has('isHrAdmin') && { isHrAdmin: form.get('isHrAdmin') === 'true' }),
    ...(form.has('isActive') && { isActive: form.get('isActive') === 'true' }),
  }
  const { answer, problem } = await context.get(api).attempt(changeMember, { params, body })
  return problem ? { problem } : { done: describeChange(body, answer) }
}

function describeChange({ role, isHrAdmin }: { role?: Role; isHrAdmin?: boolean }, member: Member) {
  const name = nameOf(member)
  if (role) return `${name}: ${roleNames[roleOf(member)]}`
  if (isHrAdmin !== undefined) return isHrAdmin ? `${name} is an HR admin now` : `${name} is no HR admin any more`
  return member.status === 'active' ? `${name} is active again` : `${name} is deactivated`
}

async function withdraw(context: Context, form: FormData) {
  const { problem } = await context.get(api).attempt(withdrawInvitation, { params: { id: String(form.get('id')) } })
  return problem ? { problem } : { done: 'The invitation is withdrawn' }
}
