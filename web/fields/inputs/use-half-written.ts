import { type SyntheticEvent, useEffect } from 'react'
import { useAround } from '#web/fields/form/around.tsx'

/** Returns a function that reports why an input is not valid yet. Removing the input removes the report. */
export function useHold(path: string) {
  const { hold } = useAround()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => () => hold(path, null), [])
  return (why: string | null) => hold(path, why)
}

/** Reports an incomplete date, because its value is empty in browsers. */
export function useHalfWritten(path: string, why: string) {
  const hold = useHold(path)
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    hold(currentTarget.validity.badInput ? why : null)
  return { onBlur: look, onKeyUp: look }
}
