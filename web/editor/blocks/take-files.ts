import { type Editor, Extension } from '@tiptap/core'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isOffered } from '#web/editor/schema/allowed-content.ts'
import { drawWaiting } from '#web/lib/intake/draw-waiting.ts'
import { hasWords } from '#web/lib/intake/read-clipboard.ts'
import { insertBlock, placeBlock } from './insert-block.ts'
import { type AddedPlaceholder, addPlaceholder } from './insertion-placeholders.ts'

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

/** Uploads pasted or dropped files. Ignores the picture that office programs add to copied text. */
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
  const place = addPlaceholder(view, blockEnd(view, at), shown.element)
  try {
    const kept = await editor.storage.port.now().upload(file, shown.showShare)
    if (!editor.isDestroyed) put(view, place, kept)
  } catch (error) {
    shown.showError(error instanceof Error ? error.message : String(error))
  }
}

function blockEnd({ state: { doc } }: EditorView, at: number): number {
  const $at = doc.resolve(Math.min(at, doc.content.size))
  return $at.depth === 0 ? $at.pos : $at.after()
}

type UploadedFile = { id: string; name: string; isPicture: boolean }

function put(view: EditorView, place: AddedPlaceholder, { id, name, isPicture }: UploadedFile) {
  const at = place.find()
  const { schema, selection } = view.state
  const { picture, file } = schema.nodes
  const tr = place.release()
  if (at === undefined || !picture || !file) return view.dispatch(tr)
  const node = isPicture ? picture.create({ file: id }) : file.create({ file: id, name })
  const before = tr.doc.resolve(at).nodeBefore
  const isHere = before?.type.name === 'paragraph' && before.content.size === 0 && selection.to === at - 1
  if (isHere) placeBlock(tr.setSelection(TextSelection.create(tr.doc, at - 1)), node)
  else tr.insert(at, node)
  view.dispatch(tr)
}

/** Opens the media library and inserts the chosen files at the cursor. */
export async function takeChosen(editor: Editor) {
  const { view, state } = editor
  const place = addPlaceholder(view, state.selection.from, document.createElement('span'))
  const chosen = (await editor.storage.port.now().chooseMedia?.()) ?? []
  if (editor.isDestroyed) return
  const at = place.find()
  view.dispatch(place.release())
  if (at !== undefined) editor.commands.setTextSelection(at)
  for (const { id, name, isPicture, alt } of chosen) {
    const isShown = isPicture && isOffered(editor, 'picture', 'node')
    if (isShown) insertBlock(editor, { type: 'picture', attrs: { file: id, ...(alt && { alt }) } })
    else if (isOffered(editor, 'file', 'node')) insertBlock(editor, { type: 'file', attrs: { file: id, name } })
  }
  editor.commands.focus()
}

export const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

export function pickFiles(accept: string, onPick: (files: File[]) => void, { many = true } = {}) {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.multiple = many
  input.onchange = () => onPick([...(input.files ?? [])])
  input.click()
}
