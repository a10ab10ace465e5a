import { titleOf } from '#web/cms/entries/entry-words.ts'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { EntryChanges, Failures } from './use-entry-changes.ts'

const shownMost = 5

/** How far a change of several entries is, and which of them did not take it. */
export function ChangeReport({ changes }: { changes: EntryChanges }) {
  const { progress, failures, run, stop, dismissFailures } = changes
  return (
    <>
      {progress && (
        <div role="status" className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-2 md:px-5">
          <span>
            {progress.doing}: {progress.count + 1} of {progress.total}
          </span>
          <ProgressBar label={progress.doing} value={progress.count} max={progress.total} className="w-40" />
          <Button size="sm" onClick={stop}>
            Stop
          </Button>
        </div>
      )}
      {failures && (
        <div className="shrink-0 border-b border-line p-2">
          <Banner tone="danger" title={headingOf(failures)} onDismiss={dismissFailures}>
            <ul>
              {failures.failed.slice(0, shownMost).map(({ entry, reason }) => (
                <li key={entry.id}>
                  {titleOf(entry)}: {reason}
                </li>
              ))}
              {failures.failed.length > shownMost && <li>and {failures.failed.length - shownMost} more</li>}
            </ul>
            <Button
              className="mt-1.5"
              onClick={() =>
                run(
                  failures.change,
                  failures.failed.map(({ entry }) => entry),
                )
              }
            >
              Try again
            </Button>
          </Banner>
        </div>
      )}
    </>
  )
}

const headingOf = ({ failed, total }: Failures) =>
  total === 1
    ? 'The entry was not changed.'
    : `${failed.length} of ${plural(total, 'entry', 'entries')} did not change.`
