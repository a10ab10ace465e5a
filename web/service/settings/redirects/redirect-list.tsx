import { X } from 'lucide-react'
import { useRef } from 'react'
import type { z } from 'zod'
import type { createRedirect, deleteRedirect, Redirect as RedirectShape } from '#contract/knowledge-base/redirects.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { articleHref, categoryHref } from '#web/service/knowledge-base/article/addresses.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Redirect = z.output<typeof RedirectShape>

export const removeRedirect = (id: string) =>
  ask<typeof deleteRedirect>('DELETE', '/api/v1/knowledge-base/redirects/:id', { params: { id } })

export function RedirectList({ redirects }: { redirects: Redirect[] }) {
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
