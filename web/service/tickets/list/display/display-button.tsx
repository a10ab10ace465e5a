import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import type { DisplayOf } from './use-display.ts'

const loadPanel = () => import('./display-panel.tsx')

/** Chooses columns and groups of the list. The panel is loaded when the pointer or the focus comes to the button. */
export function DisplayButton({ display }: { display: DisplayOf }) {
  const [isNear, setNear] = useState(false)
  const panel = useLazyModule(loadPanel, isNear)
  const comeNear = () => setNear(true)
  return (
    <Popover
      label="Display"
      align="end"
      className="w-80"
      button={
        <Button
          variant="ghost"
          icon={SlidersHorizontal}
          className="max-md:hidden"
          onPointerEnter={comeNear}
          onFocus={comeNear}
        >
          Display
        </Button>
      }
    >
      {() => (panel ? <panel.DisplayPanel display={display} /> : <p className="p-4 text-ink-3">Loading…</p>)}
    </Popover>
  )
}
