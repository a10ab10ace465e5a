import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { unsavedProblem } from '#web/lib/leaving/unsaved.ts'
import { useLater } from '#web/lib/network/use-later.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import { canFrame, loadForPreview, takeAskedPreview } from './framing.ts'

type PreviewOptions = {
  /** Whether there is a text to preview. */
  isOffered: boolean
  /** Returns whether everything is saved. */
  flush: () => Promise<boolean>
}
export type Preview = ReturnType<typeof usePreview>

const loadPreview = () => import('./article-preview.tsx')

/** Saves the draft and shows its preview in place of the editor, which stays mounted. */
export function usePreview({ isOffered, flush }: PreviewOptions) {
  const [isOpen, setOpen] = useState(false)
  const part = useLater(loadPreview, isOpen)
  const showToast = useToast()
  const opener = useRef<Element | null>(null)

  async function open() {
    opener.current = document.activeElement
    if (!(await flush())) return showToast({ icon: CircleAlert, text: unsavedProblem('The draft is not shown').detail })
    if (canFrame()) setOpen(true)
    else loadForPreview()
  }

  function close() {
    setOpen(false)
    const element = opener.current
    if (element instanceof HTMLElement) requestAnimationFrame(() => element.focus())
  }

  useEffect(() => {
    if (isOffered && takeAskedPreview()) setOpen(true)
  }, [isOffered])
  useShortcuts(
    { p: { label: 'Preview', run: () => (isOpen ? close() : void open()) } },
    { group: 'This article', enabled: isOffered },
  )
  return { isOffered, isOpen: isOpen && isOffered, open, close, ArticlePreview: part?.ArticlePreview }
}
