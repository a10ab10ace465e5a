import { type Editor, Extension } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { Document } from '#contract/document.ts'
import { type PendingPicture, settlePictures } from '#contract/read-document.ts'
import { drawWaiting } from '#web/lib/intake/draw-waiting.ts'
import { type Pasted, readClipboard, takeDataPictures } from '#web/lib/intake/read-clipboard.ts'
import { type HeldPlace, holdPlace } from './held-places.ts'

const mostPictures = 100
const picturesAtOnce = 3

/**
 * What was copied from other programs is read by the server, which knows their ways, and its pictures are taken in; then all
 * of it comes at once. Without the server it is taken as the browser sees it.
 */
export const TakePasted = Extension.create({
  name: 'takePasted',
  addProseMirrorPlugins() {
    const { editor } = this
    let isAsItIs = false
    return [
      new Plugin({
        props: {
          // Before the editor reads it, which would be work for nothing.
          handleDOMEvents: {
            paste(view, event) {
              const pasted = isAsItIs || !holdsBlocks(view) ? null : readClipboard(event.clipboardData)
              if (!pasted) return false
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

/** Code and the titles of steps and details take plain words. */
function holdsBlocks({ state: { selection } }: EditorView): boolean {
  const { parent } = selection.$from
  return !parent.isTextblock || parent.type.name === 'paragraph' || parent.type.name === 'heading'
}

async function takePasted(editor: Editor, pasted: Pasted, takeAsItIs: () => void) {
  const { view } = editor
  if (!view.state.selection.empty) view.dispatch(view.state.tr.deleteSelection())
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
  // Most of what is pasted is there before one could read this.
  shown.element.hidden = true
  setTimeout(() => {
    shown.element.hidden = false
  }, 400)
  const place = holdPlace(view, view.state.selection.from, shown.element, -1)
  const document = await readPasted(editor, pasted, { ...shown, signal: cancelled.signal }).catch(() => null)
  if (editor.isDestroyed || cancelled.signal.aborted) return
  if (document) return put(view, place, document)
  const at = place.find()
  const tr = place.release()
  if (at === undefined) return view.dispatch(tr)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at))))
  takeAsItIs()
}

type Telling = { showShare: (share: number, words: string) => void; signal: AbortSignal }

async function readPasted(editor: Editor, pasted: Pasted, { showShare, signal }: Telling): Promise<Document | null> {
  const port = editor.storage.port.now()
  const { html, pictures } = 'html' in pasted ? takeDataPictures(pasted.html) : { html: '', pictures: new Map() }
  const read = await port.readPasted('html' in pasted ? { html } : pasted)
  if (!read) return null
  const files = new Map<string, string>()
  const waiting = read.pictures.slice(0, mostPictures)
  let done = 0
  const take = async ({ file, src }: PendingPicture) => {
    if (signal.aborted) return
    showShare(done / waiting.length, `Taking in pictures: ${done} of ${waiting.length}`)
    const given = pictures.get(src)
    const id = given ? (await port.upload(given, () => {})).id : await port.fetchPicture(src)
    if (id) files.set(file, id)
  }
  const work = async (queue: Iterator<PendingPicture>) => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      // One that cannot be had is a link to where it is.
      await take(next.value).catch(() => {})
      done += 1
    }
  }
  const queue = waiting.values()
  await Promise.all(Array.from({ length: picturesAtOnce }, () => work(queue)))
  return settlePictures(read, files)
}

/** Its first and last lines join those around them. */
function put(view: EditorView, place: HeldPlace, document: Document) {
  const at = place.find()
  const tr = place.release()
  if (at === undefined) return view.dispatch(tr)
  const { content, firstChild, lastChild } = view.state.schema.nodeFromJSON(document)
  const isLine = (node: typeof firstChild) => node?.type.name === 'paragraph'
  const slice = new Slice(content, isLine(firstChild) ? 1 : 0, isLine(lastChild) ? 1 : 0)
  const { selection } = tr
  if (selection.empty && selection.from === at) tr.replaceSelection(slice)
  else tr.replaceRange(at, at, slice)
  view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
}
