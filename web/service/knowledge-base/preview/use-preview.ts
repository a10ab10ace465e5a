import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { unsavedProblem } from '#web/lib/leaving/unsaved.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { useToast } from '#web/ui/notice/toast.tsx'

export type Preview = ReturnType<typeof usePreview>

const loadPreview = () => import('./article-preview.tsx')

export function usePreview({ isOffered, flush }: { isOffered: boolean; flush: () => Promise<boolean> }) {
  const [isOpen, setOpen] = useState(false)
  const part = useLazyModule(loadPreview, isOpen)
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

const editorPath = '/service/knowledgebase/admin/articles/edit'
const asked = 'preview'

// Returns whether the preview frame is allowed here. Only a document that the browser loaded from the editor's URL may
// show frames, and client navigations do not load a new document.
function canFrame(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return new URL(arrival?.name ?? location.href).pathname.startsWith(editorPath)
}

function loadForPreview() {
  const address = new URL(location.href)
  address.searchParams.set(asked, '1')
  location.assign(address)
}

function takeAskedPreview(): boolean {
  const address = new URL(location.href)
  if (!address.searchParams.has(asked)) return false
  address.searchParams.delete(asked)
  history.replaceState(history.state, '', address)
  return canFrame()
}
