import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { listTicketArticles } from '#contract/help/article-uses.ts'
import type { showLanguages } from '#contract/knowledge-base/categories.ts'
import type { ArticleHit, searchArticles } from '#contract/knowledge-base/search.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { menuLine, menuRow } from '#web/ui/overlay/menu.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import { type InsertStyle, insertArticle } from './insert-article.ts'

type Props = { editor: Editor; ticketId: string; onClose: () => void }

const ways: { way: InsertStyle; label: string; keys: string }[] = [
  { way: 'section', label: 'Insert the text', keys: 'enter' },
  { way: 'quote', label: 'Quote', keys: 'shift+enter' },
  { way: 'link', label: 'Link', keys: 'mod+enter' },
]

const wayOf = (event?: Pick<KeyboardEvent, 'shiftKey' | 'metaKey' | 'ctrlKey'>): InsertStyle =>
  event?.metaKey || event?.ctrlKey ? 'link' : event?.shiftKey ? 'quote' : 'section'

const languageOf = new Map<string, string>()

export function ArticlePalette({ editor, ticketId, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const [language, setLanguage] = useState(languageOf.get(ticketId))
  const languages = useLanguages()
  const [ownLanguage, setOwnLanguage] = useState<string>()
  const { articles, isAnswered, ...reading } = useFitting(ticketId, typed.trim(), {
    language,
    ownLanguage,
    setOwnLanguage,
  })
  const [refused, setRefused] = useState('')
  const [isInserting, setInserting] = useState(false)
  const cursor = useListCursor({
    label: 'Articles',
    count: articles.length,
    isSearching: !isAnswered,
    resetOn: `${typed} ${language}`,
    onChoose: (index, event) => insert(index, wayOf(event)),
  })

  async function insert(index: number, way: InsertStyle) {
    const article = articles[index]
    if (!article || isInserting) return
    setInserting(true)
    const problem = await insertArticle(editor, article, way, onClose)
    setInserting(false)
    setRefused(problem ?? '')
  }

  return (
    <Modal open onClose={onClose} label="Insert an article" placement="top" className="max-w-150">
      <div className="p-1" aria-busy={reading.isReading || isInserting}>
        <input
          {...cursor.inputProps}
          ref={input}
          aria-label="Search articles"
          placeholder="Search articles that customers can read"
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="h-9 w-full bg-transparent px-2 outline-none"
        />
        <div className={menuLine} />
        {refused && <Banner tone="danger">{refused}</Banner>}
        {reading.problem && (
          <Banner tone="danger" action={<Button onClick={reading.tryAgain}>Try again</Button>}>
            {reading.problem}
          </Banner>
        )}
        <div {...cursor.listProps} className="max-h-[50dvh] overflow-y-auto">
          {articles.map((article, index) => (
            <div
              key={article.id}
              {...cursor.optionProps(index)}
              className={classNames(menuRow, 'h-auto py-1.5', index === cursor.active && 'bg-press')}
            >
              <Face article={article} />
            </div>
          ))}
        </div>
        {articles.length === 0 && !reading.problem && (
          <p role="status" className="px-2 py-2 text-ink-3">
            {reading.isReading
              ? 'Searching…'
              : typed.trim()
                ? 'No article that customers can read matches'
                : 'No article fits this ticket'}
          </p>
        )}
        <div className={menuLine} />
        <div className="flex flex-wrap justify-end gap-1.5 p-1">
          {languages.length > 1 && (
            <div className="mr-auto max-w-full overflow-x-auto">
              <Segments
                label="Language"
                options={languages.map((value) => ({ value, label: languageName(value) }))}
                value={language ?? ownLanguage ?? languages[0]!}
                onChange={(chosen) => {
                  languageOf.set(ticketId, chosen)
                  setLanguage(chosen)
                  input.current?.focus()
                }}
              />
            </div>
          )}
          {ways.map(({ way, label, keys }) => (
            <Button
              key={way}
              keys={keys}
              disabled={!isAnswered || articles.length === 0}
              onClick={() => insert(cursor.active, way)}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
    </Modal>
  )
}

const Face = ({ article: { title, heading, excerpt } }: { article: ArticleHit }) => (
  <span className="grid min-w-0 flex-1 gap-0.5">
    <span className="truncate">
      {title}
      {heading && <span className="text-ink-2"> › {heading}</span>}
    </span>
    <span className="line-clamp-2 text-meta whitespace-normal text-ink-3">{excerpt}</span>
  </span>
)

const typingMs = 150
const most = '8'

type Languages = {
  language: string | undefined
  ownLanguage: string | undefined
  setOwnLanguage: (language: string) => void
}

function useFitting(ticketId: string, q: string, { language, ownLanguage, setOwnLanguage }: Languages) {
  const what = `${language} ${q}`
  const { answer, of, ...reading } = useAnswer(what, async (signal) => {
    if (!q) {
      const params = { id: ticketId }
      const { answer, problem } = await ask<typeof listTicketArticles>('GET', '/api/v1/tickets/:id/articles', {
        params,
        query: { language },
        signal,
      })
      if (answer) setOwnLanguage(answer.language)
      return { answer: answer?.fitting, problem }
    }
    await new Promise((resolve) => setTimeout(resolve, typingMs))
    if (signal.aborted) return {}
    const query = { q, audience: 'customers', limit: most, language: language ?? ownLanguage } as const
    const { answer, problem } = await ask<typeof searchArticles>('GET', '/api/v1/knowledge-base/search', {
      query,
      signal,
    })
    return { answer: answer?.items, problem }
  })
  return { articles: answer ?? [], isAnswered: of === what && !reading.isReading, ...reading }
}

function useLanguages(): string[] {
  const { answer } = useAnswer('languages', (signal) =>
    ask<typeof showLanguages>('GET', '/api/v1/languages', { signal }),
  )
  return answer?.items ?? []
}
