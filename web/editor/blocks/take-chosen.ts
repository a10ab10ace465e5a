import type { Editor } from '@tiptap/core'
import { isOffered } from '#web/editor/schema/only.ts'
import { holdPlace } from './held-places.ts'
import { insertBlock } from './insert-block.ts'

/** Files of the library, as they are called and described there. They come where the cursor was when they were asked for. */
export async function takeChosen(editor: Editor) {
  const { view, state } = editor
  const place = holdPlace(view, state.selection.from, document.createElement('span'))
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
