import { Check, ThumbsDown, ThumbsUp, Undo2 } from 'lucide-react'
import type { WaitingFeedback } from '#contract/article-feedback.ts'
import { Time } from '#web/lib/time/time.tsx'
import { articleHref } from '#web/service/knowledge-base/addresses.ts'
import { languageName } from '#web/service/knowledge-base/words.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { Comment } from './comment.tsx'
import { type Closing, canClose } from './use-closing.ts'

type Props = {
  said: WaitingFeedback
  isCurrent: boolean
  hasLanguages: boolean
  canWrite: boolean
  closing: Closing
  onCursor: () => void
}

/** What one reader said, and below it of what, who, and what became of it. */
export const FeedbackRow = ({ said, isCurrent, hasLanguages, onCursor, ...acting }: Props) => (
  <li
    data-row={said.id}
    data-current={isCurrent || undefined}
    aria-current={isCurrent || undefined}
    onFocus={onCursor}
    className="said-row"
  >
    <Verdict helpful={said.helpful} />
    <div className="min-w-0">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <TextLink href={articleHref(said.article.id, said.language)} className="truncate">
          {said.article.title || 'Untitled'}
        </TextLink>
        <span className="shrink-0 text-meta text-ink-3">
          {hasLanguages && languageName(said.language)}
          {hasLanguages && said.version && ' · '}
          <Version version={said.version} />
        </span>
      </p>
      <Comment text={said.comment} />
      <p className="mt-1 text-meta wrap-anywhere text-ink-3">
        <Speaker {...said} /> · <Time at={said.at} />
        {said.searched && <> · after a search for “{said.searched}”</>}
      </p>
    </div>
    <Acts said={said} {...acting} />
  </li>
)

const Verdict = ({ helpful }: { helpful: boolean }) => (
  <span className="flex h-5 items-center gap-1.5 text-meta font-medium text-ink-2">
    <Icon of={helpful ? ThumbsUp : ThumbsDown} size={14} />
    {helpful ? 'Helped' : 'Did not help'}
  </span>
)

function Version({ version }: Pick<WaitingFeedback, 'version'>) {
  if (!version) return null
  return (
    <>
      version of <Time at={version.publishedAt} style="day" />
      {!version.isLive && ', changed since'}
    </>
  )
}

function Speaker({ by, email }: Pick<WaitingFeedback, 'by' | 'email'>) {
  if (by.kind === 'team') return `${by.name} of the team`
  if (by.kind === 'customer') return `${by.name}, signed in`
  return email ? `${email}, as they say` : 'A visitor'
}

function Acts({ said, canWrite, closing }: Pick<Props, 'said' | 'canWrite' | 'closing'>) {
  if (!canClose(said)) return null
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:col-start-1 md:justify-end">
      {said.closed && (
        <span className="text-meta text-ink-3">
          Done by {said.closed.by} · <Time at={said.closed.at} />
        </span>
      )}
      <Button
        icon={said.isOpen ? Check : Undo2}
        variant={said.isOpen ? 'secondary' : 'ghost'}
        onClick={() => closing.toggle(said)}
        busy={closing.isUnderWay(said.id)}
        disabledReason={canWrite ? undefined : 'The Service trial has ended'}
      >
        {said.isOpen ? 'Done' : 'Open again'}
      </Button>
    </div>
  )
}
