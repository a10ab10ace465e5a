import { useEffect } from 'react'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ColleagueReplies } from './colleague-replies.tsx'
import { SuppressedRecipients } from './suppressed-recipients.tsx'
import type { ComposerInput, ComposerState } from './use-composer.ts'

type Props = Pick<ComposerInput, 'ticket' | 'messages' | 'members' | 'viewer' | 'clockAheadMs' | 'seen'> & {
  composer: ComposerState
}

/** What to know before sending, and why a message did not go. The text stays in the editor. */
export function ComposerNotices({ composer, ticket, seen, ...conversation }: Props) {
  const { problem, dismissProblem, isReturned, dismissReturned, isJoined, dismissJoined } = composer
  const isNews = problem?.code === 'somebody-wrote'
  const { hasNew, showNew } = seen
  // What is new comes into sight, and the next try may go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: showNew changes at every render
  useEffect(() => {
    if (isNews && hasNew) showNew()
  }, [isNews, hasNew])

  return (
    <>
      <ColleagueReplies {...conversation} />
      {!composer.isNote && <SuppressedRecipients ticket={ticket} composer={composer} />}
      {isReturned && (
        <Banner tone="info" className="mb-2" title="Your reply was not sent." onDismiss={dismissReturned}>
          The customer wrote before your reply was sent. Read the new message. Your reply is in the editor again.
        </Banner>
      )}
      {isJoined && (
        <Banner tone="info" className="mb-2" title="You also wrote in another window." onDismiss={dismissJoined}>
          Both texts are in the editor. Delete what you do not need before you send.
        </Banner>
      )}
      {isNews && (
        <Banner tone="info" className="mb-2" onDismiss={dismissProblem}>
          Somebody else wrote at the same time. Read the new message, then send again.
        </Banner>
      )}
      {problem && !isNews && (
        <Banner tone="danger" className="mb-2" title="The message was not sent." onDismiss={dismissProblem}>
          {problem.fields ? Object.values(problem.fields).join('. ') : problem.detail}
        </Banner>
      )}
    </>
  )
}
