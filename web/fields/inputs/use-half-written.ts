import { type SyntheticEvent, useEffect } from 'react'
import { useAround } from '#web/fields/form/around.tsx'

/** A day without its year is no value to the browser, which gives an empty one: the field says so and holds it. */
export function useHalfWritten(path: string, why: string) {
  const { hold } = useAround()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => () => hold(path, null), [])
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    hold(path, currentTarget.validity.badInput ? why : null)
  return { onBlur: look, onKeyUp: look }
}
