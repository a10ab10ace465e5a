import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { ArticleChoice, type ChosenArticle } from '#web/service/knowledge-base/article/article-choice.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'

const most = 10

type Props = {
  articleId: string
  related: ChosenArticle[]
  changing: string[] | undefined
  disabled: boolean
  onChange: (ids: string[]) => void
}

export function RelatedArticles({ articleId, related, changing, disabled, onChange }: Props) {
  const [added, setAdded] = useState<ChosenArticle[]>([])
  const known = new Map([...related, ...added].map((one) => [one.id, one.title]))
  const ids = changing ?? related.map(({ id }) => id)
  const { list, keepFocus } = useKeptFocus(ids)
  const isFull = ids.length >= most

  function move(at: number, by: 1 | -1) {
    keepFocus(ids[at]!, by === 1 ? 'down' : 'up')
    onChange(ids.with(at, ids[at + by]!).with(at + by, ids[at]!))
  }

  function remove(at: number) {
    const next = ids[at + 1] ?? ids[at - 1]
    if (next) keepFocus(next, 'remove')
    onChange(ids.toSpliced(at, 1))
  }

  function add(article: ChosenArticle | null) {
    if (!article || ids.includes(article.id) || article.id === articleId) return
    setAdded([...added, article])
    onChange([...ids, article.id])
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {ids.length === 0 && <p className="text-ink-3">None chosen. Fitting articles are shown automatically.</p>}
      <ol ref={list} aria-label="Related articles" className="empty:hidden">
        {ids.map((id, at) => {
          const title = known.get(id) || 'Untitled'
          return (
            <li key={id} data-article={id} className="flex min-h-8 items-center gap-0.5">
              <span className="mr-auto min-w-0 truncate" title={title}>
                {title}
              </span>
              {!disabled && (
                <>
                  <IconButton
                    {...{ icon: ArrowUp, size: 'sm', label: `Move ${title} up`, disabled: at === 0 }}
                    data-act="up"
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    {...{ icon: ArrowDown, size: 'sm', label: `Move ${title} down`, disabled: at === ids.length - 1 }}
                    data-act="down"
                    onClick={() => move(at, 1)}
                  />
                  <IconButton
                    {...{ icon: X, size: 'sm', label: `Remove ${title}` }}
                    data-act="remove"
                    onClick={() => remove(at)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ol>
      {!disabled && !isFull && (
        <ArticleChoice label="Add an article" article={null} except={[articleId, ...ids]} onChoose={add} />
      )}
      {!disabled && isFull && <p className="text-meta text-ink-3">At most {most} related articles.</p>}
    </div>
  )
}

type FocusTarget = { id: string; act: 'up' | 'down' | 'remove' }

function useKeptFocus(ids: string[]) {
  const list = useRef<HTMLOListElement>(null)
  const kept = useRef<FocusTarget>(undefined)
  const order = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the order is another one
  useLayoutEffect(() => {
    if (!kept.current) return
    const { id, act } = kept.current
    kept.current = undefined
    const row = list.current?.querySelector(`[data-article="${id}"]`)
    const wanted = row?.querySelector<HTMLButtonElement>(`[data-act="${act}"]:not(:disabled)`)
    const other = row?.querySelector<HTMLButtonElement>('button:not(:disabled)')
    const button = wanted ?? other
    button?.focus()
  }, [order])
  return {
    list,
    keepFocus: (id: string, act: FocusTarget['act']) => {
      kept.current = { id, act }
    },
  }
}
