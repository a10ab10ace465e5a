import type { Problem } from '#contract/refusals.ts'
import { type Extent, useReadAgain } from './read-again.ts'

/**
 * For a settings form whose save is refused because somebody else changed the same: reads their values, so that
 * discarding shows them and saving again keeps the typed ones. `read` returns the saved values.
 */
export function useTheirs<Values extends object>(
  { takeBase }: { takeBase: (base: Values) => void },
  read: () => Promise<Values | undefined>,
  extent: Extent = 'page',
) {
  const readAgain = useReadAgain()
  return async ({ code }: Problem) => {
    if (code !== 'conflict') return
    const take = async () => {
      const theirs = await read()
      if (theirs) takeBase(theirs)
    }
    await Promise.all([take(), readAgain(extent)])
  }
}
