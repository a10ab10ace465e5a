import { CircleCheck, SearchX } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { reportsPath } from '#web/service/knowledge-base/article/addresses.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { type GapState, gapsHref } from './gaps-query.ts'

/** Empty state. It takes the focus if the last item was just handled. */
export function EmptyGaps({ state, hasFocus }: { state: GapState; hasFocus: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) place.current?.querySelector('a')?.focus()
  }, [hasFocus])
  const { title, text } = words[state]
  return (
    <div ref={place} className="grid h-full place-content-center">
      <EmptyState
        icon={state === 'open' ? CircleCheck : SearchX}
        tone={state === 'open' ? 'done' : 'neutral'}
        title={title}
        actions={
          state === 'open' ? (
            <Button href={reportsPath}>See the reports</Button>
          ) : (
            <Button href={gapsHref('open')}>Show what is open</Button>
          )
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}

const words: Record<GapState, { title: string; text: string }> = {
  open: {
    title: 'No gaps',
    text: 'Searches without results, articles that do not help, and replies that the team writes often are shown here for 30 days.',
  },
  decided: {
    title: 'No decisions yet',
    text: 'Gaps that you closed are shown here, with how often they were missed before and after.',
  },
  dismissed: { title: 'Nothing dismissed', text: 'Dismissed gaps are shown here. You can reopen them.' },
}
