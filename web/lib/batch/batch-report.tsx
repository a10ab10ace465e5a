import { useEffect, useState } from 'react'
import type { Batch } from '#contract/work/batches.ts'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { useEndBatch } from './use-end-batch.ts'

const shownMost = 10

type Props = {
  batch: Batch | null
  wordsOf: (batch: Batch) => { doing: string; ended: string }
  /** Where one of its things is. */
  hrefOf: (id: string) => string
}

/** How far the reader's last change of all that match is, and what became of it: also after they left the page. */
export function BatchReport({ batch, wordsOf, hrefOf }: Props) {
  const { cancel, undo, isPending } = useEndBatch()
  const [dismissed, dismiss] = useDismissed()
  if (!batch || dismissed === batch.id) return null
  const words = wordsOf(batch)
  if (batch.state === 'waiting' || batch.state === 'running')
    return (
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-2 md:px-5">
        <span role="status">
          {words.doing}: {batch.done + batch.failed} of {batch.total}
        </span>
        <ProgressBar label={words.doing} value={batch.done + batch.failed} max={batch.total} className="w-40" />
        <Button size="sm" disabled={isPending} onClick={() => cancel(batch.id)}>
          Cancel
        </Button>
      </div>
    )
  return (
    <div className="shrink-0 border-b border-line p-2">
      <Banner
        tone={batch.failed > 0 || batch.state === 'failed' ? 'danger' : 'info'}
        title={words.ended}
        onDismiss={() => dismiss(batch.id)}
        action={
          batch.canUndo && (
            <Button disabled={isPending} onClick={() => undo(batch.id)}>
              Undo
            </Button>
          )
        }
      >
        {batch.reason}
        {batch.failed > 0 && <Failures batch={batch} hrefOf={hrefOf} />}
      </Banner>
    </div>
  )
}

const Failures = ({ batch, hrefOf }: Pick<Props, 'hrefOf'> & { batch: Batch }) => (
  <ul aria-label="Did not change">
    {batch.failures.slice(0, shownMost).map(({ subject, label, detail }) => (
      <li key={subject}>
        <a className="underline" href={hrefOf(subject)}>
          {label || 'Untitled'}
        </a>
        : {detail}
      </li>
    ))}
    {batch.failed > shownMost && <li>and {plural(batch.failed - shownMost, 'other', 'others')}</li>}
  </ul>
)

const kept = 'dismissed-batch'

/** What was read and put away stays so in this window. */
function useDismissed() {
  const [dismissed, setDismissed] = useState<string | null>(null)
  useEffect(() => setDismissed(sessionStorage.getItem(kept)), [])
  const dismiss = (id: string) => {
    sessionStorage.setItem(kept, id)
    setDismissed(id)
  }
  return [dismissed, dismiss] as const
}
