import { type Editor, Extension } from '@tiptap/core'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { drawWaiting } from '#web/lib/intake/draw-waiting.ts'
import { hasWords } from '#web/lib/intake/read-clipboard.ts'
import { type HeldPlace, holdPlace } from './held-places.ts'
import { placeBlock } from './insert-block.ts'

/** Files that are dropped, pasted or chosen: each uploads where it will stand. */
export const TakeFiles = Extension.create({
  name: 'takeFiles',
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        props: {
          handlePaste: (_, event) => take(editor, event.clipboardData),
          handleDrop(view, event, _, isMove) {
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
            return !isMove && take(editor, event.dataTransfer, at)
          },
        },
      }),
    ]
  },
})

/** A text that was copied from an office program brings a picture of itself along; there the text is meant. */
function take(editor: Editor, transfer: DataTransfer | null, at?: number): boolean {
  if (!transfer || transfer.files.length === 0 || hasWords(transfer.getData('text/html'))) return false
  takeFiles(editor, [...transfer.files], at)
  return true
}

export function takeFiles(editor: Editor, files: File[], at = editor.state.selection.to) {
  for (const file of files) upload(editor, file, at)
}

async function upload(editor: Editor, file: File, at: number) {
  const { view } = editor
  const shown = drawWaiting({
    name: file.name,
    label: `Uploading ${file.name}`,
    remove: { words: 'Remove', label: `Remove ${file.name}` },
    onRemove: () => view.dispatch(place.release()),
  })
  const place = holdPlace(view, blockEnd(view, at), shown.element)
  try {
    const kept = await editor.storage.port.now().upload(file, shown.showShare)
    if (!editor.isDestroyed) put(view, place, kept)
  } catch (error) {
    shown.showError((error as Error).message)
  }
}

function blockEnd({ state: { doc } }: EditorView, at: number): number {
  const $at = doc.resolve(Math.min(at, doc.content.size))
  return $at.depth === 0 ? $at.pos : $at.after()
}

type UploadedFile = { id: string; name: string; isPicture: boolean }

function put(view: EditorView, place: HeldPlace, { id, name, isPicture }: UploadedFile) {
  const at = place.find()
  const { schema, selection } = view.state
  const { picture, file } = schema.nodes
  const tr = place.release()
  // Whoever deleted the place meanwhile took the file away.
  if (at === undefined || !picture || !file) return view.dispatch(tr)
  const node = isPicture ? picture.create({ file: id }) : file.create({ file: id, name })
  const before = tr.doc.resolve(at).nodeBefore
  const isHere = before?.type.name === 'paragraph' && before.content.size === 0 && selection.to === at - 1
  if (isHere) placeBlock(tr.setSelection(TextSelection.create(tr.doc, at - 1)), node)
  else tr.insert(at, node)
  view.dispatch(tr)
}
