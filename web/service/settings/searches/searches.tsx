import { SearchX } from 'lucide-react'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { listSearches } from '#contract/knowledge-base/search.ts'
import { api } from '#web/lib/api.ts'
import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/searches.ts'
import { SearchTable } from './search-table.tsx'
import { readSearchesQuery, searchesHref } from './searches-query.ts'

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
  const { items, next } = searches
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
          {(cursor || next) && (
            <CursorPager
              hrefOf={(at) => hrefOf({ cursor: at })}
              rows={items.length}
              total={null}
              {...{ cursor, next }}
            />
          )}
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
