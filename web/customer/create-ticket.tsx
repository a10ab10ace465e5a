import { redirect } from 'react-router'
import { showArticle } from '#contract/articles.ts'
import { writeMessage } from '#contract/messages.ts'
import type { PageApi } from '#contract/pages.ts'
import { createTicket, showTicket } from '#contract/tickets.ts'
import { api } from '#web/lib/api.ts'
import { onceOf } from '#web/lib/write/once.ts'
import { useIsPosting } from '#web/lib/write/post-form.tsx'
import { PublicPage } from '#web/ui/page/public-page.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/create-ticket.ts'
import { followUpPath } from './follow-up.ts'
import { pageTitle } from './page-title.ts'
import { RequestForm } from './request-form.tsx'
import { typedText } from './typed-text.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle('New request', matches)

/**
 * `?about=` names a closed request that this one goes on from, `?article=` the article that did not help, `?subject=` what
 * was searched for.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const about = searchParams.get('about')
  if (!about) {
    const read = await findRead(context.get(api), searchParams)
    const subject = read ? `About “${read.title}”` : (searchParams.get('subject')?.trim().slice(0, 255) ?? '')
    return { about: null, read, subject }
  }
  const { answer } = await context.get(api).attempt(showTicket, { params: { id: about } })
  return {
    about: answer?.status === 'closed' ? { id: answer.id, number: answer.number, subject: answer.subject } : null,
    read: null,
    subject: '',
  }
}

/** The article that did not help, as far as it is the customer's to read. */
async function findRead(api: PageApi, params: URLSearchParams) {
  const id = params.get('article')
  if (!id) return null
  const language = params.get('language') ?? undefined
  const { answer } = await api.attempt(showArticle, { params: { id }, query: { language } })
  return answer ? { title: answer.title, path: new URL(answer.url).pathname } : null
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = typedText(form)
  const missing = findMissing(form, text)
  if (missing) return { fields: missing, problem: null }
  const attachments = form.getAll('attachments').map(String)
  const { path, problem } = await send(context.get(api), {
    about: form.get('about')?.toString(),
    subject: form.get('subject')?.toString() ?? '',
    message: { text, attachments },
    once: onceOf(form),
  })
  if (path) throw redirect(path)
  return { fields: { subject: problem?.fields?.subject }, problem: problem?.fields?.subject ? null : problem?.detail }
}

/** All that is missing is said at once. A request that goes on from another has its subject. */
function findMissing(form: FormData, text: string) {
  const hasSubject = form.has('about') || form.get('subject')?.toString().trim()
  if (hasSubject && text.trim()) return null
  return {
    ...(!hasSubject && { subject: 'Enter a subject' }),
    ...(!text.trim() && { text: 'Tell us what happened' }),
  }
}

type Sent = {
  about?: string
  subject: string
  message: { text: string; attachments: string[] }
  once: ReturnType<typeof onceOf>
}

/** What is written on a closed request opens the new one by itself, with the old one's subject and copies. */
async function send(api: PageApi, { about, subject, message, once }: Sent) {
  if (about) {
    const { problem } = await api.attempt(writeMessage, { params: { id: about }, body: message }, once)
    return problem ? { problem } : { path: await followUpPath(api, about) }
  }
  const { answer, problem } = await api.attempt(createTicket, { body: { subject, ...message } }, once)
  return problem ? { problem } : { path: `/customer/tickets/${answer.id}?sent` }
}

export default function CreateTicket({ loaderData: { about, read, subject }, actionData }: Route.ComponentProps) {
  const isPosting = useIsPosting()
  return (
    <PublicPage
      title={about ? 'What happened since?' : 'What is going on?'}
      description={
        about ? `A new request about ${about.number}, “${about.subject}”.` : 'A person of our team reads every request.'
      }
      back={{ href: '/customer/tickets', label: 'My requests' }}
    >
      {read && (
        <p className="mb-4 max-w-160 rounded-md bg-canvas px-4 py-3 text-body wrap-anywhere">
          You read: <TextLink href={read.path}>{read.title}</TextLink>
        </p>
      )}
      <RequestForm about={about} subject={subject} refused={actionData} isBusy={isPosting} />
    </PublicPage>
  )
}
