import { X } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

type Props = {
  title: string
  onClose: () => void
  isWanted: boolean
  children: ReactNode
}

/** Shows a question beside the page. Takes the focus only if `isWanted`. F6 moves the focus; Escape closes it. */
export function Question({ title, onClose, isWanted, children }: Props) {
  const panel = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const titleId = useId()
  const goThereOrBack = () => {
    if (panel.current?.contains(document.activeElement)) cameFrom.current?.focus()
    else enter(panel, cameFrom)
  }
  useShortcuts(
    {
      f6: { label: 'Switch between the question and the page', run: goThereOrBack },
      esc: { label: 'Close the question', run: onClose },
    },
    { group: 'This question' },
  )

  useLayoutEffect(() => {
    if (isWanted) enter(panel, cameFrom)
  }, [isWanted])
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      if (element?.contains(document.activeElement)) cameFrom.current?.focus()
    }
  }, [])

  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'F6') goThereOrBack()
    else return
    event.preventDefault()
  }
  const noteWay = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !panel.current?.contains(relatedTarget))
      cameFrom.current = relatedTarget
  }
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onFocus={noteWay}
      onKeyDown={press}
      className="fixed inset-x-2 bottom-2 z-20 flex max-h-[55dvh] flex-col overflow-hidden rounded-lg border border-line-strong bg-surface shadow-dialog outline-none md:right-6 md:bottom-6 md:left-auto md:w-130"
    >
      <div className="flex items-start justify-between gap-3 px-5 pt-4 pb-1">
        <h2 id={titleId} className="text-title font-semibold">
          {title}
        </h2>
        <IconButton icon={X} label="Close" keys="esc" className="-mt-0.5 -mr-1.5" onClick={onClose} />
      </div>
      {children}
    </section>
  )
}

function enter(panel: RefObject<HTMLElement | null>, cameFrom: RefObject<HTMLElement | null>) {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement !== document.body) cameFrom.current = activeElement
  panel.current?.focus()
}
