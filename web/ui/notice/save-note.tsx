import { Check, CircleAlert, CloudOff, Loader } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'

export type SaveNoteState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused' | 'conflict'

const notes = {
  saved: { words: 'Saved', icon: Check },
  waiting: { words: 'Saving', icon: Loader },
  saving: { words: 'Saving', icon: Loader },
  offline: { words: 'Offline, saved on this computer', icon: CloudOff },
  refused: { words: 'Not saved', icon: CircleAlert },
  conflict: { words: 'Not saved: conflict', icon: CircleAlert },
} as const

type Props = { state: SaveNoteState; isBegun: boolean; refused?: string }

export function SaveNote({ state, isBegun, refused = notes.refused.words }: Props) {
  const wasWritten = useRef(false)
  if (state !== 'saved') wasWritten.current = true
  if (state === 'saved' && !isBegun) return null
  const { words, icon } = notes[state]
  return (
    <span className="ml-1 inline-flex min-w-0 items-center gap-1.5 text-meta text-ink-3">
      <Icon of={icon} size={12} />
      <span role="status" className={classNames('truncate', state === 'saved' && 'max-md:sr-only')}>
        {state === 'refused' ? refused : words}
      </span>
      {state === 'saved' && wasWritten.current && <SavedAgo />}
    </span>
  )
}

const tickMs = 1000

function SavedAgo() {
  const [begun] = useState(Date.now)
  const [passedMs, setPassed] = useState(0)
  const isYoung = passedMs < 60_000
  useEffect(() => {
    const timer = setInterval(() => setPassed(Date.now() - begun), isYoung ? tickMs : 60_000)
    return () => clearInterval(timer)
  }, [begun, isYoung])
  const seconds = Math.floor(passedMs / 1000)
  if (seconds < 1) return null
  return (
    <span aria-hidden className="shrink-0 tabular-nums max-md:hidden">
      {seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`}
    </span>
  )
}
