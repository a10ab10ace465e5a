import { type SyntheticEvent, useEffect } from 'react'
import { useFieldServices } from '#web/fields/form/field-services.tsx'

/** Returns a function that reports why an input is not valid yet. Removing the input removes the report. */
export function useInvalidInput(path: string) {
  const { hold } = useFieldServices()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => () => hold(path, null), [])
  return (why: string | null) => hold(path, why)
}

/** Reports an incomplete date or time, because browsers give an incomplete input an empty value. */
export function useIncompleteInput(path: string, why: string) {
  const hold = useInvalidInput(path)
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    hold(currentTarget.validity.badInput ? why : null)
  return { onBlur: look, onKeyUp: look }
}
