import { useState } from 'react'
import type { listArticles } from '#contract/knowledge-base/articles.ts'
import { useFound } from '#web/lib/network/use-found.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { menuPanel, menuRow } from '#web/ui/overlay/menu.tsx'

export type ChosenArticle = { id: string; title: string }

type Props = {
  label?: string
  article: ChosenArticle | null
  onChoose: (article: ChosenArticle | null) => void
  except?: string[]
  fault?: Fault
}

export function ArticleChoice({ label = 'Article', article, onChoose, except = [], fault }: Props) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { found: all, isSearching } = useFound((isOpen && !article && typed.trim()) || null, findArticles)
  const found = all.filter(({ id }) => !except.includes(id))
  const cursor = useListCursor({
    label: 'Articles',
    ...{ count: found.length, isSearching },
    resetOn: typed,
    onChoose: (index) => found[index] && choose(found[index]),
  })
  const { inputProps } = cursor

  function choose(chosen: ChosenArticle) {
    onChoose(chosen)
    setTyped('')
    close()
    fault?.onChanged()
  }

  return (
    <Field label={label} help="Type part of its title, then choose it" {...fault}>
      <div className="relative">
        <Input
          {...inputProps}
          name="article"
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? inputProps['aria-controls'] : undefined}
          value={article?.title ?? typed}
          maxLength={200}
          autoComplete="off"
          onText={(text) => {
            onChoose(null)
            setTyped(text)
            setOpen(true)
          }}
          onBlur={close}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return inputProps.onKeyDown(event)
            if (found.length > 0) event.preventDefault()
            close()
          }}
        />
        {found.length > 0 && (
          <div {...cursor.listProps} className={classNames(menuPanel, 'absolute inset-x-0 top-full mt-1')}>
            {found.map(({ id, title }, index) => (
              <div
                key={id}
                {...cursor.optionProps(index)}
                className={classNames(menuRow, isSearching ? 'opacity-50' : index === cursor.active && 'bg-press')}
              >
                <span className="truncate">{title}</span>
              </div>
            ))}
          </div>
        )}
      </div>
    </Field>
  )
}

const most = 8

async function findArticles(q: string, signal: AbortSignal) {
  const query = { q, limit: String(most) }
  const { answer } = await ask<typeof listArticles>('GET', '/api/v1/knowledge-base/articles', { query, signal })
  return (answer?.items ?? []).filter(({ title }) => title !== '')
}
