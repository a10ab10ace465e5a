import type { Editor } from '@tiptap/react'
import type { showPassage } from '#contract/help/article-uses.ts'
import type { ArticleHit } from '#contract/knowledge-base/search.ts'
import { ask } from '#web/lib/write/ask.ts'

/** How an article is inserted. `section`: its text. `quote`: its text as a quotation. `link`: only a link to it. */
export type InsertStyle = 'section' | 'quote' | 'link'

export async function insertArticle(
  editor: Editor,
  { id, title, heading, url, anchor, language }: ArticleHit,
  way: InsertStyle,
  onTaken: () => void,
): Promise<string | undefined> {
  const place = editor.state.selection.to <= 1 ? 'end' : null
  if (way === 'link') {
    onTaken()
    const href = anchor ? `${url}#${encodeURIComponent(anchor)}` : url
    const link = { type: 'text', text: nameOf({ title, heading }), marks: [{ type: 'link', attrs: { href } }] }
    const after = { type: 'text', text: ' ' }
    editor.chain().focus(place).insertContent([link, after]).run()
    return
  }
  const { answer, problem } = await ask<typeof showPassage>('GET', '/api/v1/knowledge-base/articles/:id/passage', {
    params: { id },
    query: { language, ...(anchor && { anchor }) },
  })
  if (!answer) return problem?.detail
  onTaken()
  const html = `${answer.html}<p>${linkTo(answer.url, nameOf(answer))}</p>`
  editor
    .chain()
    .focus(place)
    .insertContent(way === 'quote' ? `<blockquote>${html}</blockquote><p></p>` : `${html}<p></p>`)
    .run()
}

const nameOf = ({ title, heading }: Pick<ArticleHit, 'title' | 'heading'>) =>
  heading ? `${title} – ${heading}` : title

function linkTo(href: string, words: string): string {
  const link = document.createElement('a')
  link.setAttribute('href', href)
  link.textContent = words
  return link.outerHTML
}
