import { type Editor, Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Slice } from '@tiptap/pm/model'
import { Plugin, type Selection, TextSelection } from '@tiptap/pm/state'
import { cellAround, isInTable } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import type { Document } from '#contract/writing/document.ts'
import { type PendingPicture, settlePictures } from '#contract/writing/read-document.ts'
import { leadToArticles } from '#web/editor/links/lead-to-articles.ts'
import { linksToArticles } from '#web/editor/menus/linkable.ts'
import { removeForbidden } from '#web/editor/schema/allowed-content.ts'
import { pasteIntoTable, readCells } from '#web/editor/tables/paste-into-table.ts'
import { drawWaiting } from '#web/lib/intake/draw-waiting.ts'
import { type Copied, readClipboard, takeDataPictures } from '#web/lib/intake/read-clipboard.ts'
import { type AddedPlaceholder, addPlaceholder } from './insertion-placeholders.ts'

const mostPictures = 100
const picturesAtOnce = 3

/** Lets the server convert content pasted from other programs. If the server fails, the editor converts it. */
export const TakePasted = Extension.create({
  name: 'takePasted',
  addProseMirrorPlugins() {
    const { editor } = this
    let isAsItIs = false
    return [
      new Plugin({
        props: {
          // Runs before the editor parses the clipboard.
          handleDOMEvents: {
            paste(view, event) {
              const pasted = isAsItIs || !holdsBlocks(view) ? null : readClipboard(event.clipboardData)
              if (!pasted || ('markdown' in pasted && readCells(view.state, pasted.markdown))) return false
              event.preventDefault()
              void takePasted(editor, pasted, () => {
                isAsItIs = true
                if ('html' in pasted) view.pasteHTML(pasted.html)
                else view.pasteText(pasted.markdown)
                isAsItIs = false
              })
              return true
            },
          },
        },
      }),
    ]
  },
})

// Returns whether blocks can be pasted at the cursor. Code and the titles of steps and details allow only plain text.
function holdsBlocks({ state: { selection } }: EditorView): boolean {
  const { parent } = selection.$from
  return !parent.isTextblock || parent.type.name === 'paragraph' || parent.type.name === 'heading'
}

async function takePasted(editor: Editor, pasted: Copied, takeAsItIs: () => void) {
  const { view } = editor
  // Deletes the selected content, except in a table, because pasted cells are written into the selected cells.
  if (!view.state.selection.empty && !isInTable(view.state)) view.dispatch(view.state.tr.deleteSelection())
  const cancelled = new AbortController()
  const shown = drawWaiting({
    name: 'Reading what was pasted',
    label: 'Pasting',
    remove: { words: 'Cancel', label: 'Cancel pasting' },
    onRemove: () => {
      cancelled.abort()
      view.dispatch(place.release())
      view.focus()
    },
  })
  // Shows the progress only after 400 ms, because most pastes are faster.
  shown.element.hidden = true
  setTimeout(() => {
    shown.element.hidden = false
  }, 400)
  const place = addPlaceholder(view, view.state.selection.from, shown.element, -1)
  const read = await readPasted(editor, pasted, { ...shown, signal: cancelled.signal }).catch(() => null)
  if (editor.isDestroyed || cancelled.signal.aborted) return
  if (read) {
    put(editor, place, removeForbidden(read.document, editor.storage.allowed.allowed))
    // The notice is added after `put`, because `put` can replace the line of the cursor.
    if (read.lost > 0) tellLost(view, read.lost)
    return
  }
  const at = place.find()
  const tr = place.release()
  if (at === undefined) return view.dispatch(tr)
  view.dispatch(startsAt(tr.selection, at) ? tr : tr.setSelection(TextSelection.near(tr.doc.resolve(at))))
  takeAsItIs()
}

type Telling = { showShare: (share: number, words: string) => void; signal: AbortSignal }

function tellLost(view: EditorView, lost: number) {
  const shown = drawWaiting({
    name: lost === 1 ? 'A picture could not be pasted' : `${lost} pictures could not be pasted`,
    label: 'Pasting',
    remove: { words: 'Close', label: 'Close: pictures could not be pasted' },
    onRemove: () => {
      view.dispatch(notice.release())
      view.focus()
    },
  })
  shown.showError('the other program did not copy them. Copy each one separately, or drop its file here.')
  const notice = addPlaceholder(view, view.state.selection.to, shown.element)
}

type Read = { document: Document; lost: number }

async function readPasted(editor: Editor, pasted: Copied, { showShare, signal }: Telling): Promise<Read | null> {
  const port = editor.storage.port.now()
  const { html, pictures, lost } = await takePictures(pasted)
  const read = await port.readPasted('html' in pasted ? { html } : { markdown: pasted.markdown })
  if (!read) return null
  const files = new Map<string, string>()
  const waiting = read.pictures.slice(0, mostPictures)
  let done = 0
  const take = async ({ file, src }: PendingPicture) => {
    if (signal.aborted) return
    showShare(done / waiting.length, `Uploading pictures: ${done} of ${waiting.length}`)
    const given = pictures.get(src)
    const id = given ? (await port.upload(given, () => {})).id : await port.fetchPicture(src)
    if (id) files.set(file, id)
  }
  const work = async (queue: Iterator<PendingPicture>) => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      // If a picture cannot be copied, the paste continues. A picture from the web then becomes a link.
      await take(next.value).catch(() => {})
      done += 1
    }
  }
  const queue = waiting.values()
  await Promise.all(Array.from({ length: picturesAtOnce }, () => work(queue)))
  const given = read.pictures.filter(({ src }) => pictures.has(src))
  // Clears the placeholder URLs of embedded pictures. Otherwise a picture whose upload failed would become a broken
  // link.
  const pending = read.pictures.map((one) => (given.includes(one) ? { ...one, src: '' } : one))
  const settled = settlePictures({ ...read, pictures: pending }, files)
  const document = linksToArticles(editor) ? leadToArticles(settled, read.articles) : settled
  return { document, lost: lost + read.lost + read.pictures.filter(({ file }) => !files.has(file)).length }
}

// Takes embedded pictures out of pasted HTML. Returns the HTML with placeholder URLs, and the picture for each
// placeholder URL.
async function takePictures(copied: Copied) {
  if (!('html' in copied)) return { html: '', pictures: new Map<string, File>(), lost: 0 }
  const local = /<img\b[^>]*file:/i.test(copied.html)
    ? (await import('#web/lib/intake/rtf-pictures.ts')).takeLocalPictures(copied.html, copied.rtf ?? '')
    : { html: copied.html, pictures: new Map<string, File>(), lost: 0 }
  const { html, pictures } = takeDataPictures(local.html)
  return { html, pictures: new Map([...local.pictures, ...pictures]), lost: local.lost }
}

// Inserts the document at the placeholder. A paragraph at the start or end of the document is joined with the text
// around the placeholder.
function put(editor: Editor, place: AddedPlaceholder, document: Document) {
  const { view } = editor
  const at = place.find()
  const tr = place.release()
  if (at === undefined) return view.dispatch(tr)
  const { content, firstChild, lastChild } = view.state.schema.nodeFromJSON(document)
  const isLine = (node: typeof firstChild) => node?.type.name === 'paragraph'
  const slice = new Slice(content, isLine(firstChild) ? 1 : 0, isLine(lastChild) ? 1 : 0)
  const isInCell = cellAround(tr.doc.resolve(at)) !== null
  if (isInCell) {
    view.dispatch(startsAt(tr.selection, at) ? tr : tr.setSelection(TextSelection.near(tr.doc.resolve(at))))
    if (pasteIntoTable(editor, slice)) return
  }
  const now = closeHistory(isInCell ? view.state.tr : tr)
  const { selection } = now
  if (isInCell || (selection.empty && selection.from === at)) now.replaceSelection(slice)
  else now.replaceRange(at, at, slice)
  view.dispatch(now.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
}

const startsAt = ({ ranges }: Selection, at: number) => ranges.some(({ $from }) => $from.pos === at)
