import { CircleCheck } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

export type ToastText = {
  text: string
  icon?: IconShape
  /** One action, usually Undo; Z does it, too, unless somebody types. */
  action?: { label: string; onAct: () => void }
  /** When there is nothing left to do by the action, whoever is about to press. */
  endsInMs?: number
}

const ToastContext = createContext<(toast: ToastText) => void>(() => {})

/** Says that something is done. Never for errors: those stay where they arose. */
export const useToast = () => useContext(ToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ToastText & { id: number }>()
  const count = useRef(0)
  const show = useCallback((next: ToastText) => {
    count.current += 1
    setToast({ ...next, id: count.current })
  }, [])
  const clear = useCallback(() => setToast(undefined), [])

  return (
    <ToastContext value={show}>
      {children}
      <div role="status" aria-live="polite" className="fixed bottom-4 left-4 z-30 max-w-[calc(100vw-2rem)]">
        {toast && <Toast key={toast.id} {...toast} onGone={clear} />}
      </div>
    </ToastContext>
  )
}

const shownMs = 5000

function Toast({ text, icon = CircleCheck, action, endsInMs, onGone }: ToastText & { onGone: () => void }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld && endsInMs === undefined) return
    const timer = setTimeout(onGone, endsInMs ?? shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, endsInMs, onGone])

  const act = () => {
    onGone()
    action?.onAct()
  }
  useShortcuts(action ? { z: { label: 'Undo the last action', run: act } } : {}, { group: 'Everywhere' })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only holds the clock while somebody reads or is about to press
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="inline-flex min-h-10 max-w-full animate-rise items-center gap-2.5 rounded-md bg-inverse py-1 pr-2 pl-3 text-on-inverse shadow-menu"
    >
      <Icon of={icon} />
      <span className="min-w-0 truncate pr-1">{text}</span>
      {action && (
        <button
          type="button"
          onClick={act}
          className="touch-area inline-flex h-7 items-center gap-2 rounded-sm px-1.5 font-medium underline underline-offset-3"
        >
          {action.label}
          <Kbd keys="Z" tone="inherit" className="mr-0!" />
        </button>
      )}
    </div>
  )
}
