import { Replace, SearchX } from 'lucide-react'
import type { z } from 'zod'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { listSearches } from '#contract/knowledge-base/search.ts'
import { api } from '#web/lib/api.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatCount } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { articleHref, searchesPath, synonymHref } from '#web/service/knowledge-base/article/addresses.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/searches.ts'

const pageSize = 50

export const meta = () => [{ title: 'Searches · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireService(context)
  const { call } = context.get(api)
  const { items: languages } = await call(showLanguages, {})
  const query = readSearchesQuery(new URL(request.url).searchParams, languages)
  const { withoutResult, language, cursor } = query
  const asked = {
    ...{ limit: pageSize, language: language ?? undefined, cursor: cursor ?? undefined },
    ...(withoutResult && { withoutResult: 'true' as const }),
  }
  return { languages, query, searches: await call(listSearches, { query: asked }) }
}

export default function Searches({ loaderData: { languages, query, searches } }: Route.ComponentProps) {
  const { withoutResult, language, cursor } = query
  const { items } = searches
  const hrefOf = (changed: Partial<typeof query>) => searchesHref({ ...query, cursor: null, ...changed })
  return (
    <SettingsFrame title="Searches">
      <ToolBar>
        <LinkSegments
          label="Results"
          items={[
            { href: hrefOf({ withoutResult: false }), label: 'All', current: !withoutResult },
            { href: hrefOf({ withoutResult: true }), label: 'No results', current: withoutResult },
          ]}
        />
        {languages.length > 1 && (
          <LinkSegments
            label="Language"
            items={[null, ...languages].map((one) => ({
              href: hrefOf({ language: one }),
              label: one ? languageName(one) : 'All languages',
              current: one === language,
            }))}
          />
        )}
        <span className="ml-auto shrink-0">
          <UncountedPager list={searches} cursor={cursor} hrefOf={(at) => hrefOf({ cursor: at })} />
        </span>
      </ToolBar>
      <ScrollArea>
        {items.length > 0 ? (
          <SearchTable searches={items} hasLanguages={languages.length > 1} />
        ) : (
          <EmptyState icon={SearchX} title={withoutResult ? 'No searches without results' : 'No searches yet'}>
            Searches of the last 180 days, without the names of the readers.
          </EmptyState>
        )}
      </ScrollArea>
    </SettingsFrame>
  )
}

type Search = z.output<typeof listSearches.answer>['items'][number]

const SearchTable = ({ searches, hasLanguages }: { searches: Search[]; hasLanguages: boolean }) => (
  <Table label="Searches">
    <TableHead>
      <HeaderCell className="pl-4 md:pl-5">Search</HeaderCell>
      {hasLanguages && <HeaderCell className="w-28 max-lg:hidden">Language</HeaderCell>}
      <HeaderCell className="w-18" align="right">
        Results
      </HeaderCell>
      <HeaderCell className="w-2/5 pl-4 max-lg:hidden">Opened</HeaderCell>
      <HeaderCell className="w-24" align="right">
        When
      </HeaderCell>
      <HeaderCell className="w-18">
        <span className="sr-only">Add a synonym</span>
      </HeaderCell>
    </TableHead>
    <TableBody>
      {searches.map((search) => (
        <Line key={search.id} {...{ search, hasLanguages }} />
      ))}
    </TableBody>
  </Table>
)

const Line = ({
  search: { query, language, results, opened, at },
  hasLanguages,
}: {
  search: Search
  hasLanguages: boolean
}) => (
  <TableRow>
    <Cell className="truncate pl-4 md:pl-5" title={query}>
      {query}
    </Cell>
    {hasLanguages && <Cell className="truncate text-ink-2 max-lg:hidden">{languageName(language)}</Cell>}
    <Cell align="right" className={classNames(results === 0 && 'font-medium text-amber-ink')}>
      {formatCount(results)}
    </Cell>
    <Cell className="truncate pl-4 text-ink-2 max-lg:hidden">
      <Opened opened={opened} />
    </Cell>
    <Cell align="right" className="text-ink-3">
      <Time at={at} />
    </Cell>
    <Cell align="right">
      <IconButton icon={Replace} label={`Add a synonym for “${query}”`} href={synonymHref(query, language)} />
    </Cell>
  </TableRow>
)

function Opened({ opened }: Pick<Search, 'opened'>) {
  if (!opened) return null
  if (opened.title === null) return 'Deleted article'
  return (
    <>
      <TextLink href={articleHref(opened.article)}>{opened.title || 'Untitled'}</TextLink>, result {opened.place}
    </>
  )
}

type SearchesQuery = { withoutResult: boolean; language: string | null; cursor: string | null }

function readSearchesQuery(params: URLSearchParams, languages: string[]): SearchesQuery {
  const language = params.get('language')
  return {
    withoutResult: params.get('results') === 'none',
    language: language && languages.includes(language) ? language : null,
    cursor: params.get('cursor'),
  }
}

const searchesHref = ({ withoutResult, language, cursor }: SearchesQuery): string =>
  withQuery(searchesPath, { results: withoutResult && 'none', language, cursor })
