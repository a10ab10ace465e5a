import { type SyntheticEvent, useEffect } from 'react'
import { useAround } from '#web/fields/form/around.tsx'

/** Reports that the input at a path is not a valid value yet, until it is or the input is removed. */
export function useHold(path: string) {
  const { hold } = useAround()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => () => hold(path, null), [])
  return (why: string | null) => hold(path, why)
}

/** Browsers give an empty value for an incomplete date, so the field reports it as incomplete. */
export function useHalfWritten(path: string, why: string) {
  const hold = useHold(path)
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    hold(currentTarget.validity.badInput ? why : null)
  return { onBlur: look, onKeyUp: look }
}
