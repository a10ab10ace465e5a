import { useSyncExternalStore } from 'react'
import type { Batch, cancelBatch, undoBatch } from '#contract/bulk/batches.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { type AnyChanges, ChangeFailures, FailureList } from './change-failures.tsx'
import { dismissBatch, isRunning, listenToDismissed, readDismissed } from './run-batch.ts'

type Props = {
  /** The viewer's last batch, if it runs or ended recently. It may have started before this page was opened. */
  batch: Batch | null
  changes?: AnyChanges
  wordsOf: (batch: Batch) => { doing: string; ended: string }
  hrefOf: (id: string) => string
}

export function BatchReport({ batch: last, changes, wordsOf, hrefOf }: Props) {
  const dismissed = useSyncExternalStore(listenToDismissed, readDismissed, () => null)
  const { cancel, undo, isPending } = useEndBatch()
  const batch = changes?.isRunning ? changes.batch : last
  if (changes?.failures) return <ChangeFailures changes={changes} />
  if (!batch || dismissed?.includes(batch.id)) return null
  const { doing, ended } = wordsOf(batch)
  const { id, done, failed, total } = batch
  if (isRunning(batch))
    return (
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-2 md:px-5">
        <span role="status">
          {doing}: {done + failed} of {total}
        </span>
        <ProgressBar label={doing} value={done + failed} max={total} className="w-40" />
        <Button size="sm" disabled={isPending} onClick={() => cancel(id)}>
          Cancel
        </Button>
      </div>
    )
  return (
    <div className="shrink-0 border-b border-line p-2">
      <Banner
        tone={failed > 0 || batch.state === 'failed' ? 'danger' : 'info'}
        title={ended}
        onDismiss={() => dismissBatch(id)}
        action={
          batch.canUndo && (
            <Button disabled={isPending} onClick={() => undo(id)}>
              Undo
            </Button>
          )
        }
      >
        {batch.reason}
        {failed > 0 && (
          <FailureList
            failures={batch.failures.map(({ subject, label, detail }) => ({
              id: subject,
              name: (
                <a className="underline" href={hrefOf(subject)}>
                  {label || 'Untitled'}
                </a>
              ),
              reason: detail,
            }))}
            count={failed}
          />
        )}
      </Banner>
    </div>
  )
}

function useEndBatch() {
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
