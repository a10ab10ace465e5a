import { useEffect, useState } from 'react'

const listeners = new Set<(now: number) => void>()
let timer: ReturnType<typeof setInterval> | undefined

export function useNow() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => listen(setNow), [])
  return now
}

function listen(listener: (now: number) => void) {
  listeners.add(listener)
  timer ??= setInterval(tell, 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tell() {
  const now = Date.now()
  for (const listener of listeners) listener(now)
}
