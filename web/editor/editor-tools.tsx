import type { Editor } from '@tiptap/react'
import { Maximize2, Minimize2, Search } from 'lucide-react'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'

const loadFindBar = () => import('./find/find-bar.tsx')
const loadCover = () => import('./full-screen/cover-page.ts')

export function useEditorTools(frame: RefObject<HTMLElement | null>) {
  /** Grows with each Ctrl+F, so that the find bar gets the focus again. 0: the bar is closed. */
  const [turn, setTurn] = useState(0)
  const [wantsFull, setWantsFull] = useState(false)
  const bar = useLazyModule(loadFindBar, turn > 0)
  const cover = useLazyModule(loadCover, wantsFull)
  const isFull = wantsFull && cover !== undefined
  // A layout effect, because the cover must be there when "Leave full screen" appears.
  useLayoutEffect(() => {
    if (isFull && frame.current) return cover.coverPage(frame.current)
  }, [isFull, cover, frame])

  return {
    FindBar: turn > 0 ? bar?.FindBar : undefined,
    ...{ turn, isFull },
    find: () => setTurn((before) => before + 1),
    stopFinding: () => setTurn(0),
    toggleFull: () => setWantsFull((before) => !before),
  }
}

export type EditorToolsState = ReturnType<typeof useEditorTools>

type Props = { editor: Editor; tools: EditorToolsState; hasButtons: boolean }

export function EditorTools({ editor, tools, hasButtons }: Props) {
  const { FindBar, turn, stopFinding } = tools
  return (
    <>
      {hasButtons && (
        <div role="toolbar" aria-label="The whole text" className="flex justify-end gap-0.5 text-ink-3">
          <ToolButtons tools={tools} />
        </div>
      )}
      {FindBar && <FindBar editor={editor} turn={turn} onClose={stopFinding} />}
    </>
  )
}

export function ToolButtons({ tools: { turn, isFull, find, toggleFull } }: { tools: EditorToolsState }) {
  return (
    <>
      <IconButton icon={Search} label="Find and replace" keys="mod+F" pressed={turn > 0} onClick={find} />
      <IconButton
        icon={isFull ? Minimize2 : Maximize2}
        label={isFull ? 'Leave full screen' : 'Full screen'}
        keys={isFull ? 'esc' : 'mod+shift+F'}
        onClick={toggleFull}
      />
    </>
  )
}
