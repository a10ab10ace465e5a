import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Batch } from '#contract/bulk/batches.ts'
import { plural } from '#web/lib/words/format.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { Noun } from './batch-words.ts'
import type { ChangeResult } from './run-batch.ts'

export type RowChange<Row> = {
  done: string
  /**
   * Returns false if the change would not affect the row. Such rows are skipped, and the toast says `idle` about them.
   */
  concerns?: (row: Row) => boolean
  idle?: string
  /**
   * Says what an undo does not restore. Undefined: the undo restores all. Null: the undo restores nothing, so it is not
   * offered.
   */
  lost?: (changed: Row[]) => string | null | undefined
  /** The values that the row shows until the server answers. */
  preview?: (row: Row) => Partial<Row>
}

type Run<Row, Change> = { change: Change; rows: Row[]; idle: number }

type Options<Row, Change> = {
  send: (change: Change, rows: Row[], onProgress: (batch: Batch | null) => void) => Promise<Outcome<ChangeResult>>
  noun: Noun
  nameOf: (row: Row) => string
}

/** Changes rows one after the other. Shows the expected result at once, a toast with Undo, and the failed rows. */
export function useRowChanges<Row extends { id: string }, Change extends RowChange<Row>>({
  send,
  noun,
  nameOf,
}: Options<Row, Change>) {
  const showToast = useToast()
  const isMounted = useIsMounted()
  const [failures, setFailures] = useState<RowFailures<Row, Change>>()
  const [batch, setBatch] = useState<Batch | null>(null)
  const namesOf = (rows: Row[]) => (rows.length === 1 ? nameOf(rows[0]!) : plural(rows.length, ...noun))

  const { write, underWay } = useWrite(({ change, rows }: Run<Row, Change>) => send(change, rows, setBatch), {
    inTurn: true,
    done: (result, run) => {
      const changed = changedOf(result, run.rows)
      const count = changed.length - result.unreached
      if (count <= 0) return undefined
      const { done, idle, lost } = run.change
      const left = lost?.(changed)
      const text = [
        `${result.unreached > 0 ? plural(count, ...noun) : namesOf(changed)} ${done}`,
        ...(run.idle > 0 ? [`, ${run.idle} ${idle}`] : []),
        ...(left ? [`. ${left}`] : []),
      ].join('')
      return result.undo && left !== null ? text : { text, action: undefined }
    },
    undo: async (result, { rows }) => {
      const { answer, problem } = await result.undo!()
      if (!answer) return problem ? { problem } : {}
      const [first] = answer.failures
      if (!first) return {}
      const row = rows.find(({ id }) => id === first.id)
      const total = changedOf(result, rows).length
      const name = row && total > 1 ? `${nameOf(row)}: ` : ''
      return { note: `Undo failed for ${answer.failures.length} of ${plural(total, ...noun)}. ${name}${first.reason}` }
    },
    onDone: ({ failures }, run) => report(run, failures),
    onProblem: ({ detail }, run) =>
      report(
        run,
        run.rows.map(({ id }) => ({ id, reason: detail })),
      ),
  })

  function report({ change, rows }: Run<Row, Change>, failures: ChangeResult['failures']) {
    const failed = failures.flatMap(({ id, reason }) => {
      const row = rows.find((one) => one.id === id)
      return row ? [{ row, reason }] : []
    })
    const [first] = failed
    if (!first) return
    if (isMounted.current) return setFailures({ change, total: rows.length, failed })
    showToast({ icon: CircleAlert, text: `${nameOf(first.row)} was not changed. ${first.reason}` })
  }

  function run(change: Change, rows: Row[]) {
    setFailures(undefined)
    const concerned = rows.filter((row) => change.concerns?.(row) ?? true)
    if (concerned.length === 0) return showToast({ text: `${namesOf(rows)} ${change.idle}` })
    write({ change, rows: concerned, idle: rows.length - concerned.length })
  }

  return {
    run,
    batch: batch && batch.total > 1 ? batch : null,
    isRunning: batch !== null,
    failures,
    dismissFailures: () => setFailures(undefined),
    retry: () =>
      failures &&
      run(
        failures.change,
        failures.failed.map(({ row }) => row),
      ),
    nameOf,
    noun,
    preview: <R extends Row>(row: R): R => {
      const shown = { ...row }
      for (const { change, rows } of underWay)
        if (rows.some(({ id }) => id === row.id)) Object.assign(shown, change.preview?.(shown))
      return shown
    },
  }
}

export type RowFailures<Row, Change> = { change: Change; total: number; failed: { row: Row; reason: string }[] }

const changedOf = <Row extends { id: string }>({ failures }: ChangeResult, rows: Row[]) =>
  rows.filter((row) => !failures.some(({ id }) => id === row.id))

function useIsMounted() {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
