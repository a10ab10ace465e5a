import { useState } from 'react'
import { type Entry, titleOf } from '#web/cms/entries/entry-words.ts'
import { plural } from '#web/lib/words/format.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { EntryChange } from './entry-changes.ts'

/** `idle` are so many others that there was nothing to do for. */
type Wanted = { change: EntryChange; entries: Entry[]; idle: number }
type Result = { entry: Entry; reason?: string }
export type Failures = { change: EntryChange; total: number; failed: Required<Result>[] }
export type Progress = { doing: string; count: number; total: number }

/**
 * Changes entries, one call after the other: what is under way is counted and can be stopped, what was refused is named
 * with its reason, and the toast leads back where there is a way.
 */
export function useEntryChanges() {
  const showToast = useToast()
  const [failures, setFailures] = useState<Failures>()
  const [progress, setProgress] = useState<Progress>()
  const [stopping] = useState({ isWanted: false })

  async function each(entries: Entry[], doing: string, step: EntryChange['send']): Promise<Result[]> {
    const results: Result[] = []
    stopping.isWanted = false
    for (const entry of entries) {
      if (stopping.isWanted) break
      if (entries.length > 1) setProgress({ doing, count: results.length, total: entries.length })
      const { problem } = await step(entry)
      results.push({ entry, ...(problem && { reason: problem.detail }) })
    }
    setProgress(undefined)
    return results
  }

  const { write } = useWrite(
    async ({ change, entries }: Wanted) => ({ answer: await each(entries, change.doing, change.send) }),
    {
      inTurn: true,
      done: (results, { change, idle }) => {
        const changed = changedIn(results)
        if (changed.length === 0) return undefined
        const others = idle > 0 ? `, ${idle} ${change.idle}` : ''
        const lost = change.lost?.(changed)
        const text = `${nameOf(changed)} ${change.done}${others}${lost ? `. ${lost}` : ''}`
        return change.takeBack ? text : { text, action: undefined }
      },
      undo: async (results, { change }) => {
        const refused = (await each(changedIn(results), 'Undoing', change.takeBack!)).find(({ reason }) => reason)
        return refused ? { note: `${titleOf(refused.entry)}: ${refused.reason}` } : {}
      },
      onDone: (results, { change, entries }) => {
        const failed = results.filter((result): result is Required<Result> => result.reason !== undefined)
        if (failed.length > 0) setFailures({ change, total: entries.length, failed })
      },
    },
  )

  return {
    failures,
    progress,
    dismissFailures: () => setFailures(undefined),
    stop: () => {
      stopping.isWanted = true
    },
    run(change: EntryChange, entries: Entry[]) {
      setFailures(undefined)
      const concerned = entries.filter((entry) => change.concerns?.(entry) ?? true)
      if (concerned.length === 0) return showToast({ text: `${nameOf(entries)} ${change.idle}` })
      write({ change, entries: concerned, idle: entries.length - concerned.length })
    },
  }
}
export type EntryChanges = ReturnType<typeof useEntryChanges>

const changedIn = (results: Result[]) => results.filter(({ reason }) => !reason).map(({ entry }) => entry)

const nameOf = (changed: Entry[]) =>
  changed.length === 1 ? `“${titleOf(changed[0]!)}”` : plural(changed.length, 'entry', 'entries')
