import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { GripVertical, Plus } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useState } from 'react'
import { Icon } from '#web/ui/mark/icon.tsx'

type HandlePosition = { pos: number; top: number }

export function BlockHandle({ editor, frame }: { editor: Editor; frame: RefObject<HTMLElement | null> }) {
  const [place, setPlace] = useState<HandlePosition | null>(null)
  useEffect(() => followPointer(editor, frame.current, setPlace), [editor, frame])
  if (!place || !editor.isEditable || place.pos >= editor.state.doc.content.size) return null

  function choose() {
    editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, place!.pos)))
    editor.view.focus()
  }

  function writeBehind() {
    const node = editor.state.doc.nodeAt(place!.pos)
    const { paragraph } = editor.schema.nodes
    if (!node || !paragraph) return
    const isFree = node.type === paragraph && node.content.size === 0
    const at = isFree ? place!.pos : place!.pos + node.nodeSize
    const { tr } = editor.state
    if (!isFree) tr.insert(at, paragraph.create())
    tr.setSelection(TextSelection.create(tr.doc, at + 1)).insertText('/')
    editor.view.dispatch(tr.scrollIntoView())
    editor.view.focus()
  }

  function drag(event: DragEvent) {
    choose()
    const { selection } = editor.state
    const element = editor.view.nodeDOM(place!.pos)
    event.dataTransfer.effectAllowed = 'copyMove'
    event.dataTransfer.setData('text/html', '')
    if (element instanceof HTMLElement) event.dataTransfer.setDragImage(element, 0, 0)
    editor.view.dragging = { slice: selection.content(), move: true }
  }

  return (
    <div className="absolute left-0 flex -translate-x-full pr-1 text-ink-3 max-md:hidden" style={{ top: place.top }}>
      <button type="button" tabIndex={-1} aria-label="Insert a block below" className={look} onClick={writeBehind}>
        <Icon of={Plus} size={14} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Drag to move this block, click to select it"
        draggable
        className={`${look} cursor-grab`}
        onClick={choose}
        onDragStart={drag}
      >
        <Icon of={GripVertical} size={14} />
      </button>
    </div>
  )
}

const look = 'grid h-6 w-5 place-items-center rounded-xs hover:bg-press hover:text-ink'

function followPointer(editor: Editor, frame: HTMLElement | null, onPlace: (place: HandlePosition | null) => void) {
  if (!frame) return
  const move = ({ clientY }: PointerEvent) => {
    const found = blockAt(editor, clientY)
    if (found) onPlace({ pos: found.pos, top: found.top - frame.getBoundingClientRect().top })
  }
  const leave = () => onPlace(null)
  frame.addEventListener('pointermove', move)
  frame.addEventListener('pointerleave', leave)
  editor.on('update', leave)
  return () => {
    frame.removeEventListener('pointermove', move)
    frame.removeEventListener('pointerleave', leave)
    editor.off('update', leave)
  }
}

function blockAt(editor: Editor, y: number): HandlePosition | null {
  let found: HandlePosition | null = null
  editor.state.doc.forEach((_, pos) => {
    const element = editor.view.nodeDOM(pos)
    if (!(element instanceof HTMLElement)) return
    const { top, bottom } = element.getBoundingClientRect()
    if (y >= top - 6 && y <= bottom + 6) found = { pos, top }
  })
  return found
}
