import type { cancelBatch, undoBatch } from '#contract/work/batches.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

export function useEndBatch() {
  const cancelling = useWrite(
    (id: string) => ask<typeof cancelBatch>('PUT', '/api/v1/batches/:id/cancellation', { params: { id } }),
    { tellsProblem: true },
  )
  const undoing = useWrite(
    (id: string) => ask<typeof undoBatch>('PUT', '/api/v1/batches/:id/reversal', { params: { id } }),
    { tellsProblem: true },
  )
  return { cancel: cancelling.write, undo: undoing.write, isPending: cancelling.isPending || undoing.isPending }
}
