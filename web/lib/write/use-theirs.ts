import type { Problem } from '#contract/refusals.ts'
import { type Extent, useReadAgain } from './read-again.ts'

/**
 * For a form of settings whose save is refused because somebody else changed the same: what they wrote is read, so that
 * discarding shows it and saving again keeps what was typed. `read` answers what is saved now.
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
