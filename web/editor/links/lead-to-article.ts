import { type Editor, Extension } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { linksToArticles } from '#web/editor/menus/linkable.ts'
import { ledTo } from './written-links.ts'

/** Words that were led to the address of an article here lead to the article, whatever becomes of its address. */
export const LeadToArticle = Extension.create({
  name: 'leadToArticle',
  onTransaction({ editor, transaction, appendedTransactions }) {
    for (const change of [transaction, ...appendedTransactions])
      for (const href of (change.getMeta(ledTo) as string[] | undefined) ?? []) void leadToArticle(editor, href, change)
  },
})

async function leadToArticle(editor: Editor, href: string, change: Transaction) {
  if (!linksToArticles(editor) || !isOfArticle(href)) return
  const html = `<a href="${href.replaceAll('&', '&amp;')}">.</a>`
  const read = await editor.storage.port
    .now()
    .readPasted({ html })
    .catch(() => null)
  const reference = read?.articles[0]?.reference
  if (!reference || editor.isDestroyed) return
  const { tr, doc, schema } = editor.state
  doc.descendants(({ marks, nodeSize }, at) => {
    if (marks.some(({ type, attrs }) => type.name === 'link' && attrs.href === href))
      tr.addMark(at, at + nodeSize, schema.marks.link!.create({ reference }))
  })
  // One step back undoes both.
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('appendedTransaction', change))
}

function isOfArticle(href: string): boolean {
  const url = URL.parse(href)
  return url?.origin === location.origin && url.pathname.includes('/knowledgebase/article/')
}
