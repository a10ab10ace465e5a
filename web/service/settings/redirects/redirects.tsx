import { Signpost, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import {
  type createRedirect,
  type deleteRedirect,
  listRedirects,
  type Redirect as RedirectShape,
} from '#contract/knowledge-base/redirects.ts'
import type { Problem } from '#contract/refusals.ts'
import { api } from '#web/lib/api.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { articleHref, categoryHref } from '#web/service/knowledge-base/article/addresses.ts'
import { ArticleChoice, type ChosenArticle } from '#web/service/knowledge-base/article/article-choice.tsx'
import { categoryLines } from '#web/service/knowledge-base/article/loader-fields.ts'
import type { CategoryLine } from '#web/service/knowledge-base/article/types.ts'
import { pathWords } from '#web/service/knowledge-base/article/words.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/redirects.ts'

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

const hrefOf = (q: string, cursor: string | null = null): string => withQuery(path, { q, cursor })

export default function Redirects({ loaderData: { q, cursor, redirects, categories } }: Route.ComponentProps) {
  const { items } = redirects
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
                  <UncountedPager list={redirects} cursor={cursor} hrefOf={(at) => hrefOf(q, at)} />
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

type Kind = 'article' | 'category' | 'gone'

const addRedirect = (body: { path: string; article: string | null; category: string | null }) =>
  ask<typeof createRedirect>('POST', '/api/v1/knowledge-base/redirects', { body })

function RedirectForm({ categories }: { categories: CategoryLine[] }) {
  const [path, setPath] = useState('')
  const [kind, setKind] = useState<Kind>('article')
  const [article, setArticle] = useState<ChosenArticle | null>(null)
  const [category, setCategory] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>()
  const { write, problem, underWay } = useWrite(addRedirect, {
    inTurn: true,
    done: () => 'Redirect added',
    undo: ({ id }) => removeRedirect(id),
    onAnswer: begin,
  })
  const faults = missing ?? faultsIn(problem)
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)

  function begin() {
    setPath('')
    setArticle(null)
    setCategory('')
    form.current?.querySelector<HTMLElement>('[name=path]')?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = {
      ...(path.trim() === '' && { path: 'Enter a URL' }),
      ...(kind === 'article' && !article && { article: 'Choose an article' }),
      ...(kind === 'category' && !category && { category: 'Choose a category' }),
    }
    const isRight = Object.keys(found).length === 0
    setMissing(isRight ? undefined : found)
    if (!isRight) return
    write({ path, article: kind === 'article' ? article!.id : null, category: kind === 'category' ? category : null })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {problem && !missing && !faultsIn(problem) && <Banner tone="danger">{problem.detail}</Banner>}
      <Field
        label="Old URL"
        help="The path only: /hc/articles/12. Use * for any part: /manual/* matches everything below /manual."
        {...fault('path')}
      >
        <Input
          name="path"
          value={path}
          maxLength={1000}
          placeholder="/hc/articles/12"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onText={setPath}
        />
      </Field>
      <RadioGroup label="Redirect to" name="target" options={targets} value={kind} onChange={setKind} />
      {kind === 'article' && <ArticleChoice article={article} onChoose={setArticle} fault={fault('article')} />}
      {kind === 'category' && (
        <Field label="Category" {...fault('category')}>
          <InlineValue
            label="Category"
            options={categories.map(({ id }) => ({ value: id, label: pathWords(categories, id) }))}
            value={category}
            onChange={setCategory}
          />
        </Field>
      )}
      <p>
        <Button type="submit" variant="primary" busy={underWay.some((sent) => sent.path === path)}>
          Add redirect
        </Button>
      </p>
    </form>
  )
}

const targets = [
  { value: 'article', label: 'An article', description: 'Permanent redirect (301) to an article.' },
  { value: 'category', label: 'A category', description: 'Permanent redirect (301) to a category page.' },
  { value: 'gone', label: 'Nothing', description: 'The page answers 410 Gone, and search engines remove it.' },
] as const

function faultsIn(problem: Problem | undefined): Record<string, string> | undefined {
  if (problem?.fields) return problem.fields
  const isOfArticle = problem?.code === 'article-not-found' || problem?.code === 'article-in-trash'
  if (problem?.code === 'category-not-found') return { category: problem.detail }
  return isOfArticle ? { article: problem.detail } : undefined
}
