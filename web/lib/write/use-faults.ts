import { useState } from 'react'

export type Fault = { error: string | undefined; onChanged: () => void }

type Faults = Record<string, string | undefined>

/** Returns a function that finds a field's error until the field changes. List errors can be named "cc.0". */
export function useFaults(faults: Faults | null | undefined) {
  const [mended, setMended] = useState<{ of: Faults | null | undefined; names: readonly string[] }>()
  const names = mended?.of === faults ? (mended?.names ?? []) : []

  return (...wanted: string[]): Fault => {
    const name = Object.keys(faults ?? {}).find((key) => wanted.some((one) => key === one || key.startsWith(`${one}.`)))
    const isMended = wanted.some((one) => names.includes(one))
    return {
      error: name && !isMended ? faults?.[name] : undefined,
      onChanged: () => {
        if (name && !isMended) setMended({ of: faults, names: [...names, ...wanted] })
      },
    }
  }
}

export function useFault(answer: object | null | undefined, error: string | null | undefined): Fault {
  const [mended, setMended] = useState<object | null>()
  return {
    error: answer && answer !== mended ? (error ?? undefined) : undefined,
    onChanged: () => {
      if (answer) setMended(answer)
    },
  }
}
