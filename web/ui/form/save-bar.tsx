import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

type Props = {
  changes: number
  onDiscard: () => void
  busy?: boolean
  form?: string
}

export function SaveBar({ changes, onDiscard, busy, form }: Props) {
  const isWanted = useRef(false)
  const save = {
    label: 'Save settings',
    run() {
      if (busy) isWanted.current = true
      else pressSave()
    },
  }
  useShortcuts(changes > 0 ? { 'mod+s': save } : {})
  // If Save was pressed during a save, saves again when that save ends.
  useEffect(() => {
    if (busy || !isWanted.current) return
    isWanted.current = false
    pressSave()
  }, [busy])
  if (changes === 0) return null
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-t border-line bg-sunken pr-4 pl-5">
      <span role="status" className="flex items-center gap-2">
        <span aria-hidden className="size-1.5 rounded-full bg-amber-solid" />
        {changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`}
      </span>
      <Button variant="ghost" className="ml-auto" onClick={onDiscard}>
        Discard
      </Button>
      <Button data-save variant="primary" type="submit" form={form} busy={busy} keys="mod+S">
        Save
      </Button>
    </div>
  )
}

const pressSave = () => document.querySelector<HTMLButtonElement>('[data-save]')?.click()
