import { CircleCheck } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  type Ref,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { UndoKey } from '#web/ui/keys/undo-key.tsx'
import { useUndo } from '#web/ui/keys/use-undo.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

export type ToastText = {
  text: string
  icon?: IconShape
  action?: { label: string; onAct: () => void }
  /**
   * Removes the toast after this time, even while the pointer is on it, because its action is no longer possible then.
   */
  endsInMs?: number
  about?: string
}

type Toasts = {
  show: (toast: ToastText) => void
  end: (about: string) => void
  takePlace: (place: Element) => () => void
}

const ToastContext = createContext<Toasts>({ show() {}, end() {}, takePlace: () => () => {} })

export const useToast = () => useContext(ToastContext).show

export const useEndToast = () => useContext(ToastContext).end

/** Reserves space for toasts, so that they cover nothing. The first visible such place shows the toasts. */
export function ToastPlace({ className }: { className: string }) {
  const { takePlace } = useContext(ToastContext)
  const region = useCallback(
    (element: HTMLDivElement | null) => (element ? takePlace(element) : undefined),
    [takePlace],
  )
  return <ToastRegion ref={region} className={className} />
}

const ToastRegion = ({ ref, className }: { ref?: Ref<HTMLDivElement>; className: string }) => (
  <div ref={ref} role="status" aria-live="polite" className={className} />
)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ToastText & { id: number }>()
  const [places, setPlaces] = useState<Element[]>([])
  const count = useRef(0)
  const toasts = useMemo<Toasts>(
    () => ({
      show(next) {
        count.current += 1
        setToast({ ...next, id: count.current })
      },
      end: (about) => setToast((shown) => (shown?.about === about ? undefined : shown)),
      takePlace(place) {
        setPlaces((before) => [...before, place])
        return () => setPlaces((before) => before.filter((one) => one !== place))
      },
    }),
    [],
  )
  const place = useSeen(places, toast !== undefined)

  return (
    <ToastContext value={toasts}>
      {children}
      {toast && place && createPortal(<Toast key={toast.id} {...toast} onGone={() => setToast(undefined)} />, place)}
    </ToastContext>
  )
}

function useSeen(places: Element[], isNeeded: boolean) {
  const [, lookAgain] = useState(0)
  useEffect(() => {
    if (!isNeeded) return
    const look = () => lookAgain((looks) => looks + 1)
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [isNeeded])
  return isNeeded ? places.find((place) => place.checkVisibility()) : undefined
}

const shownMs = 5000

function Toast({ text, icon = CircleCheck, action, endsInMs, onGone }: ToastText & { onGone: () => void }) {
  const [isHeld, setHeld] = useState(false)
  const gone = useRef(onGone)
  gone.current = onGone
  useEffect(() => {
    if (isHeld && endsInMs === undefined) return
    const timer = setTimeout(() => gone.current(), endsInMs ?? shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, endsInMs])

  const act = () => {
    onGone()
    action?.onAct()
  }
  const keys = useUndo(act, { label: 'Undo the last action', group: 'Everywhere', enabled: action !== undefined })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only holds the clock while somebody reads or is about to press
    <div
      data-toast
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="inline-flex min-h-10 max-w-full animate-rise items-center gap-2.5 rounded-md bg-inverse py-1 pr-2 pl-3 text-on-inverse shadow-menu"
    >
      <Icon of={icon} />
      <span className="line-clamp-2 min-w-0 pr-1 leading-tight">{text}</span>
      {action && (
        <button
          type="button"
          onClick={act}
          className="touch-area inline-flex h-7 shrink-0 items-center gap-2 rounded-sm px-1.5 font-medium underline underline-offset-3"
        >
          {action.label}
          <UndoKey keys={keys} />
        </button>
      )}
    </div>
  )
}
