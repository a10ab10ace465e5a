import { CircleCheck, MessageSquareText } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { type FeedbackState, feedbackHref } from './feedback-query.ts'

/** Empty state. It takes the focus if the last item was just handled. */
export function EmptyFeedback({ shown, hasFocus }: { shown: FeedbackState; hasFocus: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) place.current?.querySelector('a')?.focus()
  }, [hasFocus])
  const { title, text } = words[shown]
  return (
    <div ref={place} className="grid h-full place-content-center">
      <EmptyState
        icon={shown === 'open' ? CircleCheck : MessageSquareText}
        tone={shown === 'open' ? 'done' : 'neutral'}
        title={title}
        actions={shown !== 'all' && <Button href={feedbackHref({})}>Show all feedback</Button>}
      >
        {text}
      </EmptyState>
    </div>
  )
}

const words: Record<FeedbackState, { title: string; text: string }> = {
  all: {
    title: 'No feedback yet',
    text: 'Readers rate each article and can leave a comment. Feedback is shown here.',
  },
  open: {
    title: 'Nothing open',
    text: 'Comments and negative ratings are shown here until they are marked as done.',
  },
  comments: { title: 'No comments', text: 'Comments of readers are shown here.' },
  unhelpful: { title: 'No negative ratings', text: 'Ratings that say "did not help" are shown here.' },
}
