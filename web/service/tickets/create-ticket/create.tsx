import { redirect } from 'react-router'
import { listTicketFields } from '#contract/fields/custom-fields.ts'
import { listTeams } from '#contract/tickets/teams.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { onceOf } from '#web/lib/write/once.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketMember, ticketTeam } from '#web/service/tickets/ticket/loader-fields.ts'
import type { Route } from './+types/create.ts'
import { CreatePage } from './create-page.tsx'
import { findMissing, readNewTicket } from './read-new-ticket.ts'

export const meta: Route.MetaFunction = () => [{ title: 'New ticket · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [viewer, members, fields, teams] = await Promise.all([
    requireService(context),
    call(listMembers, { query: {} }),
    call(listTicketFields, { query: {} }),
    call(listTeams, {}),
  ])
  const email = new URL(request.url).searchParams.get('email')?.slice(0, 254) ?? ''
  return {
    ...{ viewer, members: members.items.map(ticketMember), teams: teams.items.map(ticketTeam) },
    ...{ fields: fields.items, now: Date.now(), email },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const { items: fields } = await context.get(api).call(listTicketFields, { query: {} })
  const body = readNewTicket(form, fields)
  const missing = findMissing(body)
  if (missing) return { detail: 'Some fields are missing', fields: missing }
  const { answer, problem } = await context.get(api).attempt(createTicket, { body }, onceOf(form))
  if (answer) throw redirect(`/service/tickets/${answer.id}`)
  return { detail: problem.detail, fields: problem.fields ?? {} }
}

export default function Create({ loaderData, actionData }: Route.ComponentProps) {
  return <CreatePage {...loaderData} refusal={actionData} />
}
