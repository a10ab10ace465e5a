import { Signpost, X } from 'lucide-react'
import { useRef } from 'react'
import type { z } from 'zod'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import {
  type createRedirect,
  type deleteRedirect,
  listRedirects,
  type Redirect as RedirectShape,
} from '#contract/knowledge-base/redirects.ts'
import { api } from '#web/lib/api.ts'
import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { articleHref, categoryHref } from '#web/service/knowledge-base/article/addresses.ts'
import { categoryLines } from '#web/service/knowledge-base/article/sent.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/redirects.ts'
import { RedirectForm } from './redirect-form.tsx'

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

type Redirect = z.output<typeof RedirectShape>

export const removeRedirect = (id: string) =>
  ask<typeof deleteRedirect>('DELETE', '/api/v1/knowledge-base/redirects/:id', { params: { id } })

function RedirectList({ redirects }: { redirects: Redirect[] }) {
  const list = useRef<HTMLUListElement>(null)
  const { write } = useWrite(({ id }: Redirect) => removeRedirect(id), {
    done: () => 'Redirect removed',
    undo: (_, { path, article, category }) =>
      ask<typeof createRedirect>('POST', '/api/v1/knowledge-base/redirects', { body: { path, article, category } }),
    tellsProblem: true,
  })

  /** The focus moves to the next item, or to the form. */
  async function remove(at: number) {
    if (!(await write(redirects[at]!))) return
    const left = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const next = left[Math.min(at, left.length - 1)] ?? document.querySelector<HTMLElement>('[name=path]')
    next?.focus()
  }

  return (
    <ul ref={list} aria-label="Redirects" className="rounded-md border border-line-strong">
      {redirects.map((redirect, at) => (
        <li
          key={redirect.id}
          className="flex items-center gap-2 border-t border-line py-1.5 pr-1.5 pl-3 first:border-t-0"
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate" title={redirect.path}>
              {redirect.path}
            </span>
            <Target {...redirect} />
          </span>
          <IconButton icon={X} label={`Remove ${redirect.path}`} data-remove onClick={() => remove(at)} />
        </li>
      ))}
    </ul>
  )
}

const Target = ({ article, category, title, leads }: Redirect) =>
  article === null && category === null ? (
    <span className="text-ink-3">Gone (410)</span>
  ) : (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <TextLink href={article === null ? categoryHref(category!) : articleHref(article)} className="wrap-anywhere">
        {title || 'Untitled'}
      </TextLink>
      {leads === 'nowhere' && <Pill tone="amber">Target missing</Pill>}
      {leads === 'gone' && <Pill tone="grey">Archived (410)</Pill>}
    </span>
  )
