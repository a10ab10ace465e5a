import { useRef, useState } from 'react'

type Faults = Record<string, string>

/** Collects faults by field path: faults that the server found, and reasons why an input has no valid value yet. */
export function useFieldFaults() {
  const [said, setSaid] = useState<Faults>({})
  const [held, setHeld] = useState<Faults>({})
  const latestHeld = useRef(held)
  latestHeld.current = held
  const all = { ...said, ...held }

  return {
    all,
    at: (path: string): string | undefined => all[path],
    take: (faults: Faults) => setSaid((before) => ({ ...before, ...faults })),
    mend: (keys: string[]) => setSaid((before) => without(before, (path) => keys.includes(path.split('.')[0]!))),
    clear: () => setSaid({}),
    hold(path: string, why: string | null) {
      setHeld((before) => {
        if ((before[path] ?? null) === why) return before
        const rest = without(before, (one) => one === path)
        return why === null ? rest : { ...rest, [path]: why }
      })
    },
    hasHeld: () => Object.keys(latestHeld.current).length > 0,
    firstHeld: (): [path: string, why: string] | undefined => Object.entries(latestHeld.current)[0],
  }
}

function without(faults: Faults, isGone: (path: string) => boolean): Faults {
  const left = Object.entries(faults).filter(([path]) => !isGone(path))
  return left.length === Object.keys(faults).length ? faults : Object.fromEntries(left)
}
