import { type Editor, Extension } from '@tiptap/core'
import { closeHistory, isHistoryTransaction } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { linksToArticles } from '#web/editor/menus/linkable.ts'
import { isOffered } from '#web/editor/schema/allowed-content.ts'
import { looksLikeMarkdown } from '#web/lib/intake/read-clipboard.ts'
import { addressAtEnd, addressesIn, loneAddress, type WrittenAddress } from './written-address.ts'

export const ledTo = 'ledTo'

/** Typed and pasted URLs become links. Undo turns a link back into text. */
export const WrittenLinks = Extension.create({
  name: 'writtenLinks',
  // Runs before `TakePasted`, which sends the pasted text to the server. A single URL does not need the server.
  priority: 200,
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        appendTransaction: (changes, before, after) =>
          isOffered(editor, 'link', 'mark') && changes.every(isWriting) ? linkFinished(changes, before, after) : null,
        props: {
          handleDOMEvents: {
            paste(view, event) {
              if (!isOffered(editor, 'link', 'mark') || !takeAddresses(view, event.clipboardData)) return false
              event.preventDefault()
              return true
            },
          },
        },
      }),
    ]
  },
})

const isWriting = (change: Transaction) => !isHistoryTransaction(change) && change.getMeta('addToHistory') !== false

function linkFinished(changes: readonly Transaction[], before: EditorState, after: EditorState): Transaction | null {
  const at = before.selection.from
  const mapped = (side: 1 | -1) => changes.reduce((place, { mapping }) => mapping.map(place, side), at)
  if (mapped(-1) !== at || mapped(1) === at) return null
  const { parent, parentOffset, nodeAfter } = after.doc.resolve(at)
  const isFinished = !nodeAfter || nodeAfter.type.name === 'hardBreak' || /^\s/.test(nodeAfter.text ?? '')
  if (!parent.isTextblock || !isFinished) return null
  const address = addressAtEnd(wordsIn(parent, 0, parentOffset))
  return address ? linkAll(after, [moved(address, at - parentOffset)]) : null
}

function linkWithin(state: EditorState, from: number, to: number): Transaction | null {
  const found: WrittenAddress[] = []
  state.doc.nodesBetween(from, to, (node, at) => {
    if (!node.isTextblock) return
    const start = at + 1
    const begin = Math.max(from - start, 0)
    const words = wordsIn(node, begin, Math.min(to - start, node.content.size))
    found.push(...addressesIn(words).map((address) => moved(address, start + begin)))
  })
  return linkAll(state, found)
}

// Returns the text between two positions. A node without text counts as one character, so that text indexes match
// document positions.
const wordsIn = (block: Node, from: number, to: number) => block.textBetween(from, to, null, '\ufffc')

const moved = ({ from, to, href }: WrittenAddress, by: number) => ({ from: from + by, to: to + by, href })

function linkAll({ tr, doc, schema }: EditorState, addresses: WrittenAddress[]): Transaction | null {
  const { link, code } = schema.marks
  const hrefs: string[] = []
  for (const { from, to, href } of addresses) {
    const isTaken = doc.rangeHasMark(from, to, link!) || doc.rangeHasMark(from, to, code!)
    if (isTaken || !doc.resolve(from).parent.type.allowsMarkType(link!)) continue
    tr.addMark(from, to, link!.create({ href }))
    hrefs.push(href)
  }
  return tr.docChanged ? finish(tr, hrefs) : null
}

/** Makes the new links a separate undo step. Text typed after a link is not linked. */
const finish = (tr: Transaction, hrefs: string[]) =>
  closeHistory(tr).removeStoredMark(tr.doc.type.schema.marks.link!).setMeta(ledTo, hrefs)

/** Links the selected words to a pasted URL, or pastes text and links its URLs. Returns whether it handled the paste. */
function takeAddresses(view: EditorView, transfer: DataTransfer | null): boolean {
  if (!transfer || transfer.files.length > 0 || view.state.selection.$from.parent.type.spec.code) return false
  const [text, html] = [transfer.getData('text/plain'), transfer.getData('text/html')]
  const lone = loneAddress(text)
  if (lone && leadChosen(view, lone)) return true
  const isPlain = lone ? !/<a\s/i.test(html) : html === '' && !looksLikeMarkdown(text)
  if (!isPlain || addressesIn(text).length === 0) return false
  const { from } = view.state.selection
  view.pasteText(text)
  const tr = linkWithin(view.state, from, view.state.selection.to)
  if (tr) view.dispatch(tr)
  return true
}

// Links the selected words of one block to a pasted URL. Returns false for words that are a URL or cannot be linked.
function leadChosen(view: EditorView, href: string): boolean {
  const { doc, selection, schema, tr } = view.state
  const { $from, $to, from, to } = selection
  const { link, code } = schema.marks
  if (!(selection instanceof TextSelection) || !$from.sameParent($to)) return false
  const words = wordsIn(doc, from, to)
  if (words.trim() === '' || loneAddress(words) || doc.rangeHasMark(from, to, code!)) return false
  if (!$from.parent.type.allowsMarkType(link!)) return false
  tr.addMark(from, to, link!.create({ href })).setSelection(TextSelection.create(tr.doc, to))
  view.dispatch(finish(tr, [href]).scrollIntoView())
  return true
}

/** Replaces the article URL in a new link by a reference, which stays valid when the URL changes. */
export const LeadToArticle = Extension.create({
  name: 'leadToArticle',
  onTransaction({ editor, transaction, appendedTransactions }) {
    for (const change of [transaction, ...appendedTransactions])
      for (const href of addressesLedTo(change)) void leadToArticle(editor, href, change)
  },
})

const addressesLedTo = (change: Transaction): string[] => change.getMeta(ledTo) ?? []

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
  // Joins the undo step of the link, so that one undo reverts both the link and its reference.
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('appendedTransaction', change))
}

function isOfArticle(href: string): boolean {
  const url = URL.parse(href)
  return url?.origin === location.origin && url.pathname.includes('/knowledgebase/article/')
}
