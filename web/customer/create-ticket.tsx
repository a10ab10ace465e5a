import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { redirect, useLocation } from 'react-router'
import { listTicketFields } from '#contract/fields/custom-fields.ts'
import { listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import type { PageApi } from '#contract/pages.ts'
import { listTicketForms } from '#contract/tickets/forms.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { createTicket, showTicket } from '#contract/tickets/tickets.ts'
import { type CustomValues, readCustomValues } from '#web/fields/custom/custom-fields.ts'
import { api } from '#web/lib/api.ts'
import { filesProblem } from '#web/lib/context.ts'
import { onceOf } from '#web/lib/write/once.ts'
import { useIsPosting } from '#web/lib/write/post-form.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { focusHeading } from '#web/ui/page/focus-heading.ts'
import { PublicPage } from '#web/ui/page/public-page.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/create-ticket.ts'
import { followUpPath } from './follow-up.ts'
import { FormChoice, type ListedForm, OtherForm, wordsOfForm } from './forms/form-choice.tsx'
import { faultOf, typedAgain, typedText } from './forms/posted-form.ts'
import { pageTitle } from './page-title.ts'
import { RequestForm } from './request-form.tsx'
import { type SuggestedArticle, useSuggestions } from './suggestions/use-suggestions.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle('New request', matches)

/**
 * `?about=`: the closed request to follow up. `?article=`: the article that did not help. `?subject=`: the initial
 * subject, for example a search text. `?form=`: the key of a form. Without it, customers choose one of several forms.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const about = searchParams.get('about')
  if (!about) {
    const [read, languages, { form, forms, fields }] = await Promise.all([
      findRead(context.get(api), searchParams),
      findLanguages(context.get(api)),
      findForm(context.get(api), searchParams.get('form')),
    ])
    const subject = read ? `About “${read.title}”` : (searchParams.get('subject')?.trim().slice(0, 255) ?? '')
    return { about: null, read, subject, languages, form, forms, fields }
  }
  const { answer } = await context.get(api).attempt(showTicket, { params: { id: about } })
  return {
    about: answer?.status === 'closed' ? { id: answer.id, number: answer.number, subject: answer.subject } : null,
    read: null,
    subject: '',
    languages: [],
    form: null,
    forms: [],
    fields: [],
  }
}

/**
 * Returns the form of a new request with the custom fields that it asks for. If there is no form, the request asks for
 * all fields that customers can write. `forms` has several forms if the customer still has to choose one.
 */
async function findForm({ call }: PageApi, key: string | null) {
  const [all, { items }] = await Promise.all([
    call(listTicketFields, { query: {} }),
    call(listTicketForms, { query: {} }),
  ])
  const fields = all.items.filter(({ portal }) => portal === 'write')
  const choices = items.map(({ key: one, name, description }) => ({ key: one, name, description }))
  const chosen = items.find((form) => form.key === key) ?? (items.length === 1 ? items[0] : undefined)
  if (!chosen) return { form: null, forms: choices, fields }
  const asked = chosen.fields.flatMap((id) => fields.filter((field) => field.id === id))
  return { form: choices.find((one) => one.key === chosen.key)!, forms: choices, fields: asked }
}

async function findLanguages({ call }: PageApi): Promise<string[]> {
  const [articles, languages] = await Promise.all([
    call(listArticles, { query: { limit: 1 } }),
    call(showLanguages, {}),
  ])
  return articles.items.length > 0 ? languages.items : []
}

async function findRead(api: PageApi, params: URLSearchParams) {
  const id = params.get('article')
  if (!id) return null
  const language = params.get('language') ?? undefined
  const { answer } = await api.attempt(showArticle, { params: { id }, query: { language } })
  return answer && { id: answer.id, title: answer.title, path: new URL(answer.url).pathname, language: answer.language }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = typedText(form)
  const refusedFiles = context.get(filesProblem)
  const about = form.get('about')?.toString()
  const { form: chosen, fields } = about
    ? { form: null, fields: [] }
    : await findForm(context.get(api), form.get('form')?.toString() ?? null)
  const customFields = readCustomValues(form, fields)
  const typed = typedAgain(form)
  const kept = typed && { ...typed, customFields }
  const missing = findMissing(form, text)
  if (missing || refusedFiles)
    return { fields: missing ?? {}, problem: faultOf(form, refusedFiles?.detail, refusedFiles), typed: kept }
  const attachments = form.getAll('attachments').map(String)
  const { path, problem } = await send(context.get(api), {
    about,
    subject: form.get('subject')?.toString() ?? '',
    message: { text, attachments },
    ...(fields.length > 0 && { customFields }),
    ...(chosen && { form: chosen.key }),
    deflection: form.get('deflection')?.toString(),
    language: readIn(request),
    once: onceOf(form),
  })
  if (path) throw redirect(path)
  const shown = Object.entries(problem?.fields ?? {}).filter(([name]) => /^(subject|text|customFields\..*)$/.test(name))
  const detail = shown.length > 0 ? null : problem?.detail
  return { fields: Object.fromEntries(shown), problem: faultOf(form, detail, null), typed: kept }
}

function readIn({ url, headers }: Request): string | undefined {
  const { searchParams } = new URL(url)
  const said = headers.get('accept-language')?.split(/[,;]/)[0]?.trim()
  return (
    [searchParams.get('language'), said].find((one) => one && languagePattern.test(one) && one.length <= 20) ??
    undefined
  )
}

const languagePattern = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

// Returns the problems of all missing fields at once, or null. A follow-up needs no subject, because it gets the
// subject of the first request.
function findMissing(form: FormData, text: string) {
  const hasSubject = form.has('about') || form.get('subject')?.toString().trim()
  if (hasSubject && text.trim()) return null
  return {
    ...(!hasSubject && { subject: 'Enter a subject' }),
    ...(!text.trim() && { text: 'Tell us what happened' }),
  }
}

type SentForm = {
  about?: string
  subject: string
  message: { text: string; attachments: string[] }
  customFields?: CustomValues
  form?: string
  deflection: string | undefined
  language: string | undefined
  once: ReturnType<typeof onceOf>
}

async function send(api: PageApi, { about, message, once, ...request }: SentForm) {
  if (about) {
    const { problem } = await api.attempt(writeMessage, { params: { id: about }, body: message }, once)
    return problem ? { problem } : { path: await followUpPath(api, about) }
  }
  const { answer, problem } = await api.attempt(createTicket, { body: { ...request, ...message } }, once)
  return problem ? { problem } : { path: `/customer/tickets/${answer.id}?sent` }
}

export default function CreateTicket(props: Route.ComponentProps) {
  const { key } = useLocation()
  const [round, setRound] = useState<{ count: number; answeredAt: string | null }>({ count: 0, answeredAt: null })
  if (round.answeredAt && round.answeredAt !== key) setRound({ count: round.count + 1, answeredAt: null })
  const end = (isAnswered: boolean) => setRound({ ...round, answeredAt: isAnswered ? key : null })
  return <NewRequest key={round.count} {...props} onAnswered={end} />
}

type Props = Pick<Route.ComponentProps, 'loaderData' | 'actionData'> & { onAnswered: (isAnswered: boolean) => void }

function NewRequest({ loaderData, actionData, onAnswered }: Props) {
  const { about, read, subject, languages, form, forms, fields } = loaderData
  const isPosting = useIsPosting()
  const suggestions = useSuggestions({
    ...{ subject, languages },
    language: read?.language ?? null,
    without: read?.id ?? null,
    onAnswered,
  })
  const { answer } = suggestions
  if (!about && !form && forms.length > 1) return <FormChoice forms={forms} back={toRequests} />
  return (
    <PublicPage {...wordsOf({ about, form, isAnswered: answer !== null })} back={toRequests}>
      {read && (
        <p className="mb-4 max-w-160 rounded-md bg-canvas px-4 py-3 text-body wrap-anywhere">
          You read: <TextLink href={read.path}>{read.title}</TextLink>
        </p>
      )}
      {answer && <Answered article={answer} onWriteOn={() => suggestions.onAnswered(null)} />}
      {form && forms.length > 1 && !answer && <OtherForm />}
      <RequestForm {...{ about, subject, form, fields, suggestions }} refused={actionData} isBusy={isPosting} />
    </PublicPage>
  )
}

const toRequests = { href: '/customer/tickets', label: 'My requests' }

type Words = { about: { number: number; subject: string } | null; form: ListedForm | null; isAnswered: boolean }

function wordsOf({ about, form, isAnswered }: Words) {
  if (isAnswered) return { title: 'No request needed', description: 'Thank you for telling us.' }
  if (about)
    return { title: 'Follow-up', description: `A new request about request ${about.number}, “${about.subject}”.` }
  return wordsOfForm(form)
}

function Answered({ article, onWriteOn }: { article: SuggestedArticle; onWriteOn: () => void }) {
  useEffect(focusHeading, [])
  return (
    <div className="max-w-160 border-t border-line">
      <EmptyState
        icon={CircleCheck}
        tone="done"
        title={`“${article.title}” answered your question`}
        actions={
          <>
            <Button size="md" variant="primary" href="/customer/dashboard">
              Done
            </Button>
            <Button size="md" onClick={onWriteOn}>
              Write a request anyway
            </Button>
          </>
        }
      >
        Nothing was sent. The article stays in the help centre.
      </EmptyState>
    </div>
  )
}
