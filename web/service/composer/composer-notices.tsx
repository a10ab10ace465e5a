import { useEffect } from 'react'
import type { Seen } from '#web/service/conversation/use-seen.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { Composing } from './use-composer.ts'

type Props = { composer: Composing; seen: Seen }

/** Why a message did not go. The text stays in the editor. */
export function ComposerNotices({ composer: { problem, dismissProblem, isReturned, dismissReturned }, seen }: Props) {
  const isNews = problem?.code === 'somebody-wrote'
  const { hasNew, showNew } = seen
  // What is new comes into sight, and the next try may go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: showNew changes at every render
  useEffect(() => {
    if (isNews && hasNew) showNew()
  }, [isNews, hasNew])

  return (
    <>
      {isReturned && (
        <Banner tone="info" className="mb-2" title="Your reply was not sent." onDismiss={dismissReturned}>
          The customer wrote before it went. Read what is new; the reply is back in the editor.
        </Banner>
      )}
      {problem && (
        <Banner
          tone={isNews ? 'info' : 'danger'}
          className="mb-2"
          title={isNews ? undefined : 'The message was not sent.'}
          onDismiss={dismissProblem}
        >
          {problem.fields ? Object.values(problem.fields).join('. ') : problem.detail}
        </Banner>
      )}
    </>
  )
}
