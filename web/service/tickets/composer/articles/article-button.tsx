import type { Editor } from '@tiptap/react'
import { BookOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

const load = () => import('./article-palette.tsx')
const keys = 'mod+shift+l'
const label = 'Insert an article'

type Props = { editor: Editor | null; ticketId: string; isOpen: boolean; onOpen: (isOpen: boolean) => void }

/** Opens the list of articles on a click or on a typed `/article`. Available once the editor has loaded. */
export function ArticleButton({ editor, ticketId, isOpen, onOpen }: Props) {
  const [isWriting, setWriting] = useState(false)
  // Loads the palette as soon as the editor gets the focus, so that the first characters typed after `/article` reach
  // the palette.
  const palette = useLazyModule(load, isOpen || isWriting)
  useEffect(() => {
    const begin = () => setWriting(true)
    editor?.on('focus', begin)
    return () => void editor?.off('focus', begin)
  }, [editor])
  const open = () => onOpen(true)
  useShortcuts({ [keys]: { label, run: open } }, { group: 'This ticket' })
  return (
    <>
      <IconButton icon={BookOpen} {...{ label, keys }} onClick={open} />
      {isOpen && editor && palette && (
        <palette.ArticlePalette {...{ editor, ticketId }} onClose={() => onOpen(false)} />
      )}
    </>
  )
}
