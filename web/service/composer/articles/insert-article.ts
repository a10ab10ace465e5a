import type { Editor } from '@tiptap/react'
import type { FoundArticle } from '#contract/article-search.ts'
import type { showPassage } from '#contract/article-uses.ts'
import { ask } from '#web/lib/write/ask.ts'

/** With its words, with its words as what somebody else said, or as where to read it. */
export type Way = 'section' | 'quote' | 'link'

/** Puts it where the text is being written; tells what is wrong where it can't be. */
export async function insertArticle(
  editor: Editor,
  { id, title, heading, url, anchor, language }: FoundArticle,
  way: Way,
  onTaken: () => void,
): Promise<string | undefined> {
  // Who has not been in the text yet means its end.
  const place = editor.state.selection.to <= 1 ? 'end' : null
  const linked = (href: string, words: string) => ({
    type: 'text',
    text: words,
    marks: [{ type: 'link', attrs: { href } }],
  })
  const name = heading ? `${title} – ${heading}` : title
  if (way === 'link') {
    const href = anchor ? `${url}#${encodeURIComponent(anchor)}` : url
    onTaken()
    editor
      .chain()
      .focus(place)
      .insertContent([linked(href, name), { type: 'text', text: ' ' }])
      .run()
    return
  }
  const { answer, problem } = await ask<typeof showPassage>('GET', '/api/v1/knowledge-base/articles/:id/passage', {
    ...{ params: { id }, query: { language, ...(anchor && { anchor }) } },
  })
  if (!answer) return problem?.detail
  onTaken()
  const source = `<p>${linkTo(answer.url, answer.heading ? `${answer.title} – ${answer.heading}` : answer.title)}</p>`
  const html = answer.html + source
  editor
    .chain()
    .focus(place)
    .insertContent(way === 'quote' ? `<blockquote>${html}</blockquote><p></p>` : `${html}<p></p>`)
    .run()
}

function linkTo(href: string, words: string): string {
  const link = document.createElement('a')
  link.setAttribute('href', href)
  link.textContent = words
  return link.outerHTML
}
