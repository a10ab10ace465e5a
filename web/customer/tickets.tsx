import { Inbox, MessageCircle, Plus, SearchX } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { listTickets } from '#contract/tickets/tickets.ts'
import { listSharingCompanies } from '#contract/workspace/companies.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { Button } from '#web/ui/button/button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PublicPage } from '#web/ui/page/public-page.tsx'
import { LinkTabs } from '#web/ui/page/tabs.tsx'
import type { Route } from './+types/tickets.ts'
import { pageTitle } from './page-title.ts'
import { RequestList } from './request-list.tsx'
import { quotedWords, readSearch, searchPath, type View } from './request-search.ts'
import { useCustomer } from './use-customer.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle('My requests', matches)

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = readSearch(request.url)
  const { view, isOwnOnly, q, cursor } = search
  const { call, attempt } = context.get(api)
  const [companies, viewer] = await Promise.all([call(listSharingCompanies, {}), call(showViewer, {})])
  const requester = isOwnOnly ? viewer.id : undefined
  const query = { view, requester, q: q || undefined, cursor, order: 'updated', limit: 25 } as const
  const found = await attempt(listTickets, { query })
  // A text that is no query, such as `error:429`, is searched for as it is.
  const { items, next } = found.answer ?? (await call(listTickets, { query: { ...query, q: quotedWords(q) } }))
  return { requests: items, next, search, companies: companies.items.map(({ name }) => name) }
}

const tabs: { view: View; label: string }[] = [
  { view: 'active', label: 'Open' },
  { view: 'solved', label: 'Solved' },
  { view: 'all', label: 'All' },
]

export default function Tickets({ loaderData: { requests, next, search, companies } }: Route.ComponentProps) {
  useLiveReload()
  const { view, isOwnOnly, q } = search
  const { viewer } = useCustomer()
  return (
    <PublicPage
      title="My requests"
      actions={
        <Button variant="primary" size="md" icon={Plus} href="/customer/tickets/create">
          New request
        </Button>
      }
    >
      <div className="flex flex-wrap items-end gap-x-4 border-b border-line max-md:gap-y-2">
        <LinkTabs
          label="Requests"
          className="-mb-px border-b-0"
          items={tabs.map(({ view: tab, label }) => ({
            label,
            href: searchPath({ view: tab, isOwnOnly, q }),
            current: tab === view,
          }))}
        />
        <SearchForm key={`${view} ${isOwnOnly} ${q}`} {...{ view, isOwnOnly, q }} />
      </div>
      {companies.length > 0 && (
        <div className="mt-3">
          <LinkSegments
            label="Whose requests"
            items={[
              { href: searchPath({ view, q }), label: `Everybody at ${companies.join(' and ')}`, current: !isOwnOnly },
              { href: searchPath({ view, isOwnOnly: true, q }), label: 'Only mine', current: isOwnOnly },
            ]}
          />
        </div>
      )}
      {requests.length > 0 ? (
        <RequestList label="Requests" requests={requests} viewerId={viewer.id} />
      ) : (
        <Nothing view={view} q={q} />
      )}
      <Pages next={next} search={search} />
    </PublicPage>
  )
}

function SearchForm({ view, isOwnOnly, q }: { view: View; isOwnOnly: boolean; q: string }) {
  const { state, location } = useNavigation()
  const isSearching = state === 'loading' && location.search.includes('q=')
  return (
    <Form role="search" noValidate className="ml-auto w-full pb-1.5 md:w-60">
      {view !== 'all' && <input type="hidden" name="view" value={view} />}
      {isOwnOnly && <input type="hidden" name="of" value="me" />}
      <SearchInput label="Search my requests" name="q" defaultValue={q} maxLength={256} aria-busy={isSearching} />
    </Form>
  )
}

function Nothing({ view, q }: { view: View; q: string }) {
  const { icon, title, text, isDone, way } = q ? nothingFound(view, q) : nothingHere[view]
  return (
    <EmptyState
      icon={icon}
      title={title}
      tone={isDone ? 'done' : 'neutral'}
      actions={<Button href={way.href}>{way.label}</Button>}
    >
      {text}
    </EmptyState>
  )
}

type Words = { icon: IconShape; title: string; text: string; isDone?: boolean; way: { href: string; label: string } }

const nothingFound = (view: View, q: string): Words => ({
  icon: SearchX,
  title: `Nothing found for “${q}”`,
  text: 'Search for words in subjects and messages, or for the number of a request.',
  way: { href: searchPath({ view }), label: 'Clear the search' },
})

const toAll = { href: '/customer/tickets', label: 'See all requests' }

const nothingHere: Record<View, Words> = {
  active: { icon: Inbox, title: 'Nothing is open', text: 'All your requests are solved.', isDone: true, way: toAll },
  solved: {
    icon: Inbox,
    title: 'Nothing is solved yet',
    text: 'Solved requests are shown here.',
    way: toAll,
  },
  all: {
    icon: MessageCircle,
    title: 'You have not asked anything yet',
    text: 'Your requests and our replies are shown here.',
    way: { href: '/customer/tickets/create', label: 'Write a request' },
  },
}

function Pages({
  next,
  search: { view, isOwnOnly, q, cursor },
}: {
  next: string | null
  search: ReturnType<typeof readSearch>
}) {
  if (!next && !cursor) return null
  return (
    <nav aria-label="More requests" className="mt-4 flex gap-2">
      {cursor && <Button href={searchPath({ view, isOwnOnly, q })}>Newest requests</Button>}
      {next && <Button href={searchPath({ view, isOwnOnly, q, cursor: next })}>Older requests</Button>}
    </nav>
  )
}
