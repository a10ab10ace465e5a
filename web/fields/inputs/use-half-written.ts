import { type SyntheticEvent, useEffect } from 'react'
import { useAround } from '#web/fields/form/around.tsx'

/** The browser gives an empty value for an incomplete date, so the field reports it as incomplete. */
export function useHalfWritten(path: string, why: string) {
  const { hold } = useAround()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => () => hold(path, null), [])
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    hold(path, currentTarget.validity.badInput ? why : null)
  return { onBlur: look, onKeyUp: look }
}
