import { redirect, useNavigation } from 'react-router'
import { createTicket, showTicket } from '#contract/tickets.ts'
import { api } from '#web/lib/api.ts'
import { htmlOfText } from '#web/lib/html-of-text.ts'
import { PublicPage } from '#web/ui/public-page.tsx'
import type { Route } from './+types/create-ticket.ts'
import { RequestForm } from './request-form.tsx'

export const meta = () => [{ title: 'New request' }]

/** `?about=` names a closed request that this one goes on from. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const about = new URL(request.url).searchParams.get('about')
  if (!about) return { about: null }
  const { answer } = await context.get(api).attempt(showTicket, { params: { id: about } })
  return { about: answer ? { id: answer.id, number: answer.number, subject: answer.subject } : null }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const subject = String(form.get('subject') ?? '')
  const text = String(form.get('body') ?? '')
  if (!text.trim()) return { fields: { body: 'Tell us what happened' }, problem: null }
  const { answer, problem } = await context.get(api).attempt(createTicket, {
    body: { subject, body: htmlOfText(text), attachments: form.getAll('attachments').map(String) },
  })
  if (answer) throw redirect(`/customer/tickets/${answer.id}?sent`)
  const { subject: subjectFault, body: bodyFault } = problem.fields ?? {}
  const isOfAField = Boolean(subjectFault || bodyFault)
  return { fields: { subject: subjectFault, body: bodyFault }, problem: isOfAField ? null : problem.detail }
}

export default function CreateTicket({ loaderData: { about }, actionData }: Route.ComponentProps) {
  const { state, formMethod } = useNavigation()
  return (
    <PublicPage
      title={about ? 'What happened since?' : 'What is going on?'}
      description={
        about ? `A new request about ${about.number}, “${about.subject}”.` : 'A person of our team reads every request.'
      }
      back={{ href: '/customer/tickets', label: 'My requests' }}
    >
      <RequestForm about={about} refused={actionData} isBusy={state !== 'idle' && formMethod === 'POST'} />
    </PublicPage>
  )
}
