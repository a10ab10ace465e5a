import type { Problem } from '#contract/refusals.ts'
import { type Extent, useReadAgain } from './read-again.ts'

/** After a conflict, reads the values of others. Then Discard shows these values, and Save overwrites them. */
export function useConflictReload<Values extends object>(
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
