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
    title: 'Nobody has said anything yet',
    text: 'Below each article readers say whether it helped, and why. What they say stands here.',
  },
  open: {
    title: 'Nothing waits for you',
    text: 'What readers say by words or by a no stands here until somebody is done with it.',
  },
  comments: { title: 'No comments', text: 'What readers say in words stands here.' },
  unhelpful: { title: 'Every answer was a yes', text: 'Who says that an article did not help stands here.' },
}
