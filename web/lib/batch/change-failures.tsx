import type { ReactNode } from 'react'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { useRowChanges } from './use-row-changes.ts'

const mostShown = 5

// biome-ignore lint/suspicious/noExplicitAny: rows and changes of any list
export type AnyChanges = ReturnType<typeof useRowChanges<any, any>>

export function ChangeFailures({ changes }: { changes: AnyChanges }) {
  const { failures, dismissFailures, retry, nameOf, noun } = changes
  if (!failures) return null
  const { failed, total } = failures
  const title =
    total === 1
      ? `${nameOf(failed[0]!.row)} was not changed.`
      : `${failed.length} of ${plural(total, ...noun)} ${failed.length === 1 ? 'was' : 'were'} not changed.`
  return (
    <div className="shrink-0 border-b border-line p-2">
      <Banner tone="danger" title={title} onDismiss={dismissFailures}>
        {total === 1 ? (
          failed[0]!.reason
        ) : (
          <FailureList
            failures={failed.map(({ row, reason }) => ({ id: row.id, name: nameOf(row), reason }))}
            count={failed.length}
          />
        )}
        <div className="mt-1.5">
          <Button onClick={retry}>Try again</Button>
        </div>
      </Banner>
    </div>
  )
}

type FailureLine = { id: string; name: ReactNode; reason: string }

export const FailureList = ({ failures, count }: { failures: FailureLine[]; count: number }) => (
  <ul aria-label="Not changed">
    {failures.slice(0, mostShown).map(({ id, name, reason }) => (
      <li key={id}>
        {name}: {reason}
      </li>
    ))}
    {count > mostShown && <li>and {count - mostShown} more</li>}
  </ul>
)
