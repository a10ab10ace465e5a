import type { Editor } from '@tiptap/core'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { fetchPicture } from '#contract/files/files.ts'
import type { EditedArticle, listArticles, showArticle } from '#contract/knowledge-base/articles.ts'
import type { CommentedBlock } from '#contract/knowledge-base/comments.ts'
import type { Present } from '#contract/live/presence.ts'
import type { readDocument } from '#contract/writing/document-reading.ts'
import type { PastedDocument } from '#contract/writing/read-document.ts'
import type { Pasted } from '#web/lib/intake/read-clipboard.ts'
import { PresentField } from '#web/lib/live/people-here.tsx'
import { uploadFile } from '#web/lib/uploads/upload.ts'
import { tooLong } from '#web/lib/words/too-long.ts'
import { ask } from '#web/lib/write/ask.ts'
import { pathWords } from '#web/service/knowledge-base/article/words.ts'
import type { ArticlePageData } from '#web/service/knowledge-base/editor/article-data.ts'
import type { useEditorParts } from '#web/service/knowledge-base/editor/load-document-editor.ts'
import type { ArticleText } from './use-article-text.ts'

export type EditorParts = ReturnType<typeof useEditorParts>

type Props = Pick<ArticlePageData, 'categories' | 'language'> & {
  people: Present[]
  article: EditedArticle | null
  text: ArticleText
  parts: EditorParts
  editor: Editor | null
  setEditor: (editor: Editor | null) => void
  canWrite: boolean
  onComment?: (block: CommentedBlock) => void
}

export function WritingFields({
  article,
  language,
  people,
  categories,
  text,
  parts,
  editor,
  setEditor,
  canWrite,
  onComment,
}: Props) {
  const excerpt = useRef<HTMLTextAreaElement>(null)
  const isCopied = Boolean(useLocation().state?.isCopied)
  const port = { ...usePort(article, categories), ...(onComment && { onComment }) }
  const { lines, changeLines } = text
  const [titleFault, excerptFault] = [tooLong(lines.title, 200), tooLong(lines.excerpt, 300)]

  function takeEditor(next: Editor | null) {
    setEditor(next)
    if (parts) text.takeEditor(next, parts.applyDocument)
  }

  return (
    <>
      <PresentField name={`title:${language}`} people={people}>
        <textarea
          dir="auto"
          aria-label="Title"
          placeholder="Title"
          rows={1}
          {...describedBy(titleFault, 'title-fault')}
          readOnly={!canWrite}
          value={lines.title}
          // biome-ignore lint/a11y/noAutofocus: a new article begins with its title
          autoFocus={!article || isCopied}
          onChange={(event) => changeLines({ title: oneLine(event.target.value) })}
          onKeyDown={(event) => goOnWith(event, () => excerpt.current)}
          className="block field-sizing-content w-full resize-none bg-transparent text-doc font-[650] tracking-[-0.022em] outline-none"
        />
        <LineFault id="title-fault" error={titleFault} />
      </PresentField>
      <PresentField name={`excerpt:${language}`} people={people}>
        <textarea
          ref={excerpt}
          dir="auto"
          aria-label="Excerpt"
          placeholder="Summary in one sentence. If empty, the first paragraph is used."
          rows={1}
          {...describedBy(excerptFault, 'excerpt-fault')}
          readOnly={!canWrite}
          value={lines.excerpt}
          onChange={(event) => changeLines({ excerpt: oneLine(event.target.value) })}
          onKeyDown={(event) => goOnWith(event, () => editor?.view.dom, ['Enter', 'Tab'])}
          className="mt-1 mb-6 block field-sizing-content w-full resize-none bg-transparent text-[16px]/[26px] text-ink-2 outline-none"
        />
        <LineFault id="excerpt-fault" error={excerptFault} />
      </PresentField>
      <PresentField name={`text:${language}`} people={people}>
        {parts ? (
          <parts.DocumentEditor
            label="Text"
            document={text.document}
            port={port}
            isEditable={canWrite}
            onEditor={takeEditor}
            onChange={text.changed}
          />
        ) : (
          <p role="status" className="min-h-60 text-ink-3">
            The editor is loading
          </p>
        )}
      </PresentField>
    </>
  )
}

const describedBy = (error: string | undefined, id: string) =>
  error ? { 'aria-invalid': true, 'aria-describedby': id } : {}

// Error message of a text field. The element is always rendered, because screen readers announce only changes of an
// existing element.
const LineFault = ({ id, error }: { id: string; error: string | undefined }) => (
  <p id={id} aria-live="polite" className="text-meta text-red-ink not-empty:mb-4">
    {error}
  </p>
)

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

function goOnWith(event: React.KeyboardEvent, next: () => Element | null | undefined, keys = ['Enter']) {
  if (!keys.includes(event.key) || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  if (event.key === 'Tab' && (event.shiftKey || !next())) return
  event.preventDefault()
  const element = next()
  if (element instanceof HTMLElement) element.focus()
}

function headingsIn(html: string) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const headings = [...body.querySelectorAll<HTMLElement>(':is(h2, h3, h4)[id]')]
  return headings
    .filter((heading) => !heading.closest('.include'))
    .map(({ id, textContent }) => ({ anchor: id, text: textContent.trim() || id }))
}

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

function usePort(article: EditedArticle | null, categories: ArticlePageData['categories']) {
  const uploaded = useRef(new Map<string, string>())
  const kept = new Map(article?.files?.map(({ id, url }) => [id, url]))
  return {
    urlOf: (file: string) => uploaded.current.get(file) ?? kept.get(file),
    async upload(file: File, onProgress: (share: number) => void) {
      const { id, name, mime } = await uploadFile(file, onProgress)
      uploaded.current.set(id, URL.createObjectURL(file))
      return { id, name, isPicture: pictures.has(mime) }
    },
    async readPasted(pasted: Pasted) {
      const { answer } = await ask<typeof readDocument>('POST', '/api/v1/documents', { body: pasted })
      return (answer as PastedDocument | undefined) ?? null
    },
    async fetchPicture(address: string) {
      const { answer } = await ask<typeof fetchPicture>('POST', '/api/v1/fetched-pictures', { body: { address } })
      if (answer) uploaded.current.set(answer.id, answer.url)
      return answer?.id ?? null
    },
    async searchArticles(q: string, signal: AbortSignal) {
      const { answer } = await ask<typeof listArticles>('GET', '/api/v1/knowledge-base/articles', {
        query: { ...(q && { q }), limit: '8' },
        signal,
      })
      return (answer?.items ?? []).filter(({ id, title }) => title && id !== article?.id)
    },
    async sectionsOf(id: string) {
      const { answer } = await ask<typeof showArticle>('GET', '/api/v1/knowledge-base/articles/:id', {
        params: { id },
        query: {},
      })
      return headingsIn(answer?.html ?? '')
    },
    categories: categories.map(({ id }) => ({ id, name: pathWords(categories, id) })),
    async titleOf({ kind, id }: { kind: 'article' | 'category'; id: string }) {
      if (kind === 'category') return categories.find((category) => category.id === id)?.name ?? 'a deleted category'
      const { answer } = await ask<typeof showArticle>('GET', '/api/v1/knowledge-base/articles/:id', {
        params: { id },
        query: {},
      })
      return answer?.title ?? 'a deleted article'
    },
  }
}
