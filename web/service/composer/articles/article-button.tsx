import type { Editor } from '@tiptap/react'
import { BookOpen } from 'lucide-react'
import { useLater } from '#web/lib/network/use-later.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

const load = () => import('./article-palette.tsx')
const keys = 'mod+shift+l'
const label = 'Insert an article'

type Props = { editor: Editor; ticketId: string; isOpen: boolean; onOpen: (isOpen: boolean) => void }

/** Also asked for by typing `/article`. */
export function ArticleButton({ editor, ticketId, isOpen, onOpen }: Props) {
  const palette = useLater(load, isOpen)
  const open = () => onOpen(true)
  useShortcuts({ [keys]: { label, run: open } }, { group: 'This ticket' })
  return (
    <>
      <IconButton icon={BookOpen} {...{ label, keys }} onClick={open} />
      {isOpen && palette && <palette.ArticlePalette {...{ editor, ticketId }} onClose={() => onOpen(false)} />}
    </>
  )
}
