import { Signpost } from 'lucide-react'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import { listRedirects } from '#contract/knowledge-base/redirects.ts'
import { api } from '#web/lib/api.ts'
import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { categoryLines } from '#web/service/knowledge-base/article/sent.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import type { Route } from './+types/redirects.ts'
import { RedirectForm } from './redirect-form.tsx'
import { RedirectList } from './redirect-list.tsx'

const pageSize = 25
const path = '/service/settings/knowledge-base/redirects'

export const meta = () => [{ title: 'Redirects · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireService(context)
  const { searchParams } = new URL(request.url)
  const [q, cursor] = [searchParams.get('q') ?? '', searchParams.get('cursor')]
  const query = { q, cursor: cursor ?? undefined, limit: pageSize }
  const { call } = context.get(api)
  const [redirects, categories] = await Promise.all([
    call(listRedirects, { query }),
    call(listCategories, { query: {} }),
  ])
  return { q, cursor, redirects, categories: categoryLines(categories.items) }
}

function hrefOf(q: string, cursor: string | null = null): string {
  const params = new URLSearchParams({ ...(q && { q }), ...(cursor && { cursor }) })
  return params.size > 0 ? `${path}?${params}` : path
}

export default function Redirects({ loaderData: { q, cursor, redirects, categories } }: Route.ComponentProps) {
  const { items, next } = redirects
  return (
    <SettingsFrame title="Redirects">
      <ScrollArea>
        <SettingsForm>
          <SettingsSection
            title="Add a redirect"
            description="Redirects URLs of a previous help centre to your articles and categories. Used only if there is no page at the URL."
          >
            <RedirectForm categories={categories} />
          </SettingsSection>
          <SettingsSection title="Redirects" description="Oldest first. At most 20,000. Changes apply at once.">
            {items.length > 0 || q ? (
              <>
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <ListSearch
                    label="Search redirects"
                    q={q}
                    hrefOf={hrefOf}
                    group="Redirects"
                    keyLabel="Search redirects"
                  />
                  {(cursor || next) && (
                    <CursorPager
                      hrefOf={(at) => hrefOf(q, at)}
                      rows={items.length}
                      total={null}
                      {...{ cursor, next }}
                    />
                  )}
                </div>
                {items.length > 0 ? (
                  <RedirectList redirects={items} />
                ) : (
                  <p role="status" className="text-ink-3">
                    No redirect matches “{q}”.
                  </p>
                )}
              </>
            ) : (
              <EmptyState icon={Signpost} title="No redirects yet">
                Keep links to your previous help centre working, from mails, bookmarks and search engines.
              </EmptyState>
            )}
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
    </SettingsFrame>
  )
}
