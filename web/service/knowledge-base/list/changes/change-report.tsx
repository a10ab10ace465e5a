import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { type ArticleChanges, type Failures, titleOf } from './use-article-changes.ts'

const shownMost = 5

/** How far a change of several articles is, and which of them did not take it. */
export function ChangeReport({ changes }: { changes: ArticleChanges }) {
  const { progress, failures, run, dismissFailures } = changes
  return (
    <>
      {progress && (
        <div role="status" className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-2 md:px-5">
          <span>
            {progress.doing}: {progress.count + 1} of {progress.total}
          </span>
          <ProgressBar label={progress.doing} value={progress.count} max={progress.total} className="w-40" />
        </div>
      )}
      {failures && (
        <div className="shrink-0 border-b border-line p-2">
          <Banner tone="danger" title={headingOf(failures)} onDismiss={dismissFailures}>
            <ul>
              {failures.failed.slice(0, shownMost).map(({ article, reason }) => (
                <li key={article.id}>
                  {titleOf(article)}: {reason}
                </li>
              ))}
              {failures.failed.length > shownMost && <li>and {failures.failed.length - shownMost} more</li>}
            </ul>
            <Button
              className="mt-1.5"
              onClick={() =>
                run(
                  failures.change,
                  failures.failed.map(({ article }) => article),
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

function headingOf({ failed, articles }: Failures) {
  if (articles.length === 1) return 'The article was not changed.'
  return `${failed.length} of ${plural(articles.length, 'article')} ${failed.length === 1 ? 'was' : 'were'} not changed.`
}
