import { useRef } from 'react'

/** The last value, so that a dialog keeps its text while it fades out. */
export function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
