import { ChevronDown, ExternalLink } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import type { SuggestedArticle, Suggestions } from './use-suggestions.ts'

type Props = { suggestions: Suggestions }

const label = 'Articles that may help'
const promise = 'Articles that may help are shown here while you write.'

export function SuggestionsBeside({ suggestions }: Props) {
  const isHydrated = useIsHydrated()
  const count = suggestions.articles.length
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${countOf(count)} may help`}
      </p>
      <section
        aria-label={label}
        className="absolute top-0 left-full ml-10 w-70 border-l border-line pl-5 max-lg:hidden xl:w-80"
      >
        <h2 className="mb-2 font-semibold">{count > 0 ? 'These articles may help' : 'Find an answer'}</h2>
        {count > 0 ? (
          <SuggestedList suggestions={suggestions} />
        ) : (
          <p className="text-ink-2">{isHydrated && promise}</p>
        )}
      </section>
    </>
  )
}

/**
 * Shows suggestions on narrow screens, as a line that opens over the form. Uses <details>, because the customer area
 * loads no library for overlays.
 */
export function SuggestionsBelow({ suggestions }: Props) {
  const isHydrated = useIsHydrated()
  const [isOpen, setOpen] = useState(false)
  const summary = useRef<HTMLElement>(null)
  const count = suggestions.articles.length

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    summary.current?.focus()
  }

  // Closes the list when the focus moves to another part of the page. The list stays open when the focus leaves the
  // page, for example for an article in another tab.
  function closeOnLeaving({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }

  if (count === 0)
    return <p className="flex h-10 items-center text-meta text-ink-3 lg:hidden">{isHydrated && promise}</p>
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeaving}
      className="group/suggested relative h-10 lg:hidden"
    >
      <summary
        ref={summary}
        className="flex h-10 cursor-pointer list-none items-center gap-2 rounded-sm border border-line-strong bg-canvas px-3 font-medium [&::-webkit-details-marker]:hidden"
      >
        <span className="min-w-0 flex-1 truncate">{countOf(count)} may help</span>
        <Icon of={ChevronDown} size={14} className="text-ink-3 group-open/suggested:rotate-180" />
      </summary>
      <section
        aria-label={label}
        className="absolute inset-x-0 top-11 z-10 rounded-md bg-raised px-4 py-3 text-ink shadow-menu"
      >
        {isOpen && <SuggestedList suggestions={suggestions} />}
      </section>
    </details>
  )
}

const countOf = (count: number) => plural(count, 'article')

function SuggestedList({ suggestions: { articles, openedIds, onShown, onOpened, onAnswered } }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const ids = articles.map(({ id }) => id).join(' ')

  // The page contains this list twice, and CSS hides one of the two. Only the visible list reports the shown articles.
  useEffect(() => {
    if (list.current?.checkVisibility()) onShown(ids.split(' '))
  }, [ids, onShown])

  return (
    <ul ref={list} className="grid gap-4">
      {articles.map((article) => (
        <li key={article.id} className="min-w-0">
          <ArticleLink article={article} onOpened={() => onOpened(article)} />
          <p className="mt-0.5 line-clamp-2 text-meta text-ink-2 wrap-anywhere">
            {article.heading ? `${article.heading}: ${article.excerpt}` : article.excerpt}
          </p>
          {openedIds.includes(article.id) && (
            <Button size="md" className="mt-2" onClick={() => onAnswered(article)}>
              This answered my question
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function ArticleLink({ article, onOpened }: { article: SuggestedArticle; onOpened: () => void }) {
  const { url, anchor, title } = article
  return (
    <a
      href={anchor ? `${url}#${encodeURIComponent(anchor)}` : url}
      target="_blank"
      rel="noreferrer"
      onClick={onOpened}
      onAuxClick={onOpened}
      className="line-clamp-2 rounded-xs font-medium text-accent-ink underline-offset-2 wrap-anywhere hover:underline"
    >
      {title}
      <Icon of={ExternalLink} size={12} className="ml-1 inline" />
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  )
}
