import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { focusHeading } from '#web/ui/page/focus-heading.ts'
import type { SuggestedArticle } from './use-suggestions.ts'

type Props = { article: SuggestedArticle; onWriteOn: () => void }

/** The end of a request that an article made needless; what was typed waits, should it be needed after all. */
export function Answered({ article, onWriteOn }: Props) {
  useEffect(focusHeading, [])
  return (
    <div className="max-w-160 border-t border-line">
      <EmptyState
        icon={CircleCheck}
        tone="done"
        title={`“${article.title}” answered it`}
        actions={
          <>
            <Button size="md" variant="primary" href="/customer/dashboard">
              Done
            </Button>
            <Button size="md" onClick={onWriteOn}>
              Write the request after all
            </Button>
          </>
        }
      >
        Nothing was sent. The article stays in the help centre.
      </EmptyState>
    </div>
  )
}
