import { BookOpen, MessageCircle, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { listArticles } from '#contract/knowledge-base/articles.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { changeOwnName } from '#contract/workspace/customers.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { isByScript } from '#web/lib/write/once.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PublicPage } from '#web/ui/page/public-page.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/dashboard.ts'
import { typedAgain } from './forms/posted-form.ts'
import { takeAddress } from './forms/take-address.ts'
import { pageTitle } from './page-title.ts'
import { RequestList, type RequestRow } from './request-list.tsx'
import { searchPath } from './request-search.ts'
import { useCustomer } from './use-customer.ts'
import { YourDetails } from './your-details.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle('Support', matches)

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const intent = String(form.get('intent') ?? 'name')
  if (intent !== 'name') return takeAddress(context.get(api), form)
  const name = String(form.get('name') ?? '')
  const { problem } = await context.get(api).attempt(changeOwnName, { body: { name } })
  if (problem) return { intent, problem: problem.fields?.name ?? problem.detail, typed: typedAgain(form) }
  if (!isByScript(form)) throw redirect('/customer/dashboard')
  return { intent, problem: null }
}

const mostShown = 50
const mostSolved = 5
const mostPopular = 5
const recentMs = 14 * 86_400_000

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const { id: requester } = await call(showViewer, {})
  const [open, solved, popular] = await Promise.all([
    call(listTickets, { query: { view: 'active', requester, order: 'updated', limit: mostShown } }),
    call(listTickets, { query: { view: 'solved', requester, order: 'updated', limit: mostSolved } }),
    call(listArticles, { query: { order: 'popular', limit: mostPopular } }),
  ])
  const waiting = open.items.filter(({ status }) => status === 'pending')
  const withTeam = open.items.filter(({ status }) => status !== 'pending')
  return {
    waiting,
    withTeam,
    hasMoreOpen: open.next !== null,
    solved: solved.items.filter(({ solvedAt }) => solvedAt && Date.parse(solvedAt) > Date.now() - recentMs),
    hasMoreSolved: solved.next !== null,
    popular: popular.items.map(({ id, title, url }) => ({ id, title, path: new URL(url).pathname })),
  }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  useLiveReload()
  const { viewer, workspace } = useCustomer()
  const isEmpty = [loaderData.waiting, loaderData.withTeam, loaderData.solved].every(({ length }) => length === 0)
  return (
    <PublicPage
      title={viewer.name ? `Hello, ${viewer.name.split(' ')[0]}` : 'Hello'}
      description={`Your requests to ${workspace.name}.`}
      actions={
        <Button variant="primary" size="md" icon={Plus} href="/customer/tickets/create">
          New request
        </Button>
      }
      aside={<Beside popular={loaderData.popular} />}
    >
      {isEmpty ? <NothingAsked /> : <Requests {...loaderData} email={viewer.email} />}
    </PublicPage>
  )
}

const NothingAsked = () => (
  <div className="border-t border-line">
    <EmptyState
      icon={MessageCircle}
      title="You have not asked anything yet"
      actions={<Button href="/customer/tickets/create">Write a request</Button>}
    >
      Someone from our team will read your request. You get the answer by e-mail and on this page.
    </EmptyState>
  </div>
)

function Requests({
  waiting,
  withTeam,
  hasMoreOpen,
  solved,
  hasMoreSolved,
  email,
}: Route.ComponentProps['loaderData'] & { email: string }) {
  return (
    <div className="grid gap-9 pt-3">
      <Group title="Waiting for you" requests={waiting}>
        We asked you a question. Reply to continue.
      </Group>
      <Group title="With our team" requests={withTeam} more={hasMoreOpen && searchPath({ view: 'active' })}>
        You do not need to do anything. We reply here and by e-mail to {shownAddress(email)}.
      </Group>
      <Group title="Recently solved" requests={solved} more={hasMoreSolved && searchPath({ view: 'solved' })}>
        If you still need help, open the request and write a reply.
      </Group>
    </div>
  )
}

type GroupProps = { title: string; requests: RequestRow[]; more?: string | false; children: ReactNode }

function Group({ title, requests, more, children }: GroupProps) {
  const { viewer } = useCustomer()
  if (requests.length === 0) return null
  return (
    <section>
      <header className="border-b border-line pb-2.5">
        <h2 className="text-lead font-semibold">{title}</h2>
        <p className="text-ink-2">{children}</p>
      </header>
      <RequestList label={title} requests={requests} viewerId={viewer.id} />
      {more && (
        <p className="pt-3">
          <TextLink href={more}>See all</TextLink>
        </p>
      )}
    </section>
  )
}

const Beside = ({ popular }: Pick<Route.ComponentProps['loaderData'], 'popular'>) => (
  <div className="grid gap-6">
    <YourDetails />
    <section className="border-t border-line pt-5">
      <h2 className="mb-1 font-semibold">Find an answer</h2>
      <p className="mb-2.5 text-ink-2">An article may already have the answer.</p>
      {popular.length > 0 && (
        <ul aria-label="Popular articles" className="mb-3 grid gap-1.5">
          {popular.map(({ id, title, path }) => (
            <li key={id} className="wrap-anywhere">
              <TextLink href={path}>{title}</TextLink>
            </li>
          ))}
        </ul>
      )}
      <Button icon={BookOpen} href="/knowledgebase">
        Help centre
      </Button>
    </section>
  </div>
)
