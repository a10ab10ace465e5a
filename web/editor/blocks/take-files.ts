import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { placeBlock } from './insert-block.ts'

type Step = { add: { key: object; at: number; element: HTMLElement } } | { remove: object }

const key = new PluginKey<DecorationSet>('takeFiles')

/** Files that are dropped, pasted or chosen: each uploads where it will stand. */
export const TakeFiles = Extension.create({
  name: 'takeFiles',
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, before) {
            const mapped = before.map(tr.mapping, tr.doc)
            const step = tr.getMeta(key) as Step | undefined
            if (!step) return mapped
            if ('remove' in step)
              return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.upload === step.remove))
            const { at, element, key: own } = step.add
            return mapped.add(tr.doc, [Decoration.widget(at, element, { upload: own, side: 1, stopEvent: () => true })])
          },
        },
        props: {
          decorations: (state) => key.getState(state),
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
  if (!transfer || transfer.files.length === 0 || transfer.types.includes('text/html')) return false
  takeFiles(editor, [...transfer.files], at)
  return true
}

export function takeFiles(editor: Editor, files: File[], at = editor.state.selection.to) {
  for (const file of files) upload(editor, file, at)
}

async function upload(editor: Editor, file: File, at: number) {
  const own = {}
  const { view } = editor
  const shown = drawUpload(file.name, () => forget(view, own))
  view.dispatch(view.state.tr.setMeta(key, { add: { key: own, at: blockEnd(view, at), element: shown.element } }))
  try {
    const kept = await editor.storage.port.now().upload(file, shown.showShare)
    if (!editor.isDestroyed) put(view, own, kept)
  } catch (error) {
    shown.showError((error as Error).message)
  }
}

function blockEnd({ state: { doc } }: EditorView, at: number): number {
  const $at = doc.resolve(Math.min(at, doc.content.size))
  return $at.depth === 0 ? $at.pos : $at.after()
}

const placeOf = (view: EditorView, own: object) =>
  key.getState(view.state)?.find(undefined, undefined, (spec) => spec.upload === own)[0]?.from

type Kept = { id: string; name: string; isPicture: boolean }

function put(view: EditorView, own: object, { id, name, isPicture }: Kept) {
  const at = placeOf(view, own)
  const { tr, schema, selection } = view.state
  const { picture, file } = schema.nodes
  tr.setMeta(key, { remove: own })
  // Whoever deleted the place meanwhile took the file away.
  if (at === undefined || !picture || !file) return view.dispatch(tr)
  const node = isPicture ? picture.create({ file: id }) : file.create({ file: id, name })
  const before = tr.doc.resolve(at).nodeBefore
  const isHere = before?.type.name === 'paragraph' && before.content.size === 0 && selection.to === at - 1
  if (isHere) placeBlock(tr.setSelection(TextSelection.create(tr.doc, at - 1)), node)
  else tr.insert(at, node)
  view.dispatch(tr)
}

const forget = (view: EditorView, own: object) => view.dispatch(view.state.tr.setMeta(key, { remove: own }))

/** The plugin draws no React: a widget is an element of its own. */
function drawUpload(name: string, onRemove: () => void) {
  const element = document.createElement('div')
  element.className = 'upload'
  element.contentEditable = 'false'
  const words = document.createElement('span')
  words.textContent = name
  const bar = document.createElement('progress')
  bar.max = 1
  bar.setAttribute('aria-label', `Uploading ${name}`)
  const remove = document.createElement('button')
  remove.type = 'button'
  remove.textContent = 'Remove'
  remove.setAttribute('aria-label', `Remove ${name}`)
  remove.onclick = onRemove
  element.append(words, bar, remove)
  return {
    element,
    showShare(share: number) {
      bar.value = Math.min(share, 0.99)
    },
    showError(message: string) {
      bar.remove()
      words.textContent = `${name}: ${message}`
      element.setAttribute('role', 'alert')
    },
  }
}
