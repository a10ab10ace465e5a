import { Check, FilePlus2, Pencil, Replace, Undo2, X } from 'lucide-react'
import type { Gap } from '#contract/help/knowledge-gaps.ts'
import { Time } from '#web/lib/time/time.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { Button } from '#web/ui/button/button.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { dropWords, kindNames, signWords, titleHref } from './describe-gap.ts'
import type { GapDecisions } from './use-deciding.ts'

type Props = {
  gap: Gap
  isCurrent: boolean
  hasLanguages: boolean
  canWrite: boolean
  deciding: GapDecisions
  onCursor: () => void
}

export function GapRow({ gap, isCurrent, hasLanguages, onCursor, ...acting }: Props) {
  const href = titleHref(gap)
  return (
    <li
      data-row={gap.id}
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
      onFocus={onCursor}
      className="said-row"
    >
      <span className="h-5 text-meta leading-5 font-medium text-ink-2">{kindNames[gap.kind]}</span>
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          {href ? (
            <TextLink href={href} className="max-w-full truncate">
              {gap.title || 'Untitled'}
            </TextLink>
          ) : (
            <span className="max-w-full truncate font-medium">{gap.title}</span>
          )}
          {hasLanguages && gap.kind === 'search' && (
            <span className="shrink-0 text-meta text-ink-3">{languageName(gap.language)}</span>
          )}
        </p>
        <p className="mt-1 text-body text-ink-2">
          {signWords(gap.signs).join(' · ') || 'Not seen in the last 30 days'}
          <span className="text-ink-3">
            {' '}
            · <Time at={gap.at} />
          </span>
        </p>
        <Examples gap={gap} />
        <Decision gap={gap} />
      </div>
      <Acts gap={gap} {...acting} />
    </li>
  )
}

function Examples({ gap: { kind, title, examples } }: Pick<Props, 'gap'>) {
  const words = examples.words.filter((one) => kind !== 'search' || one !== title)
  if (words.length + examples.tickets.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-meta wrap-anywhere text-ink-3">
      {words.map((one) => (
        <span key={one} className="line-clamp-2">
          “{one}”
        </span>
      ))}
      {examples.tickets.map(({ id, number, subject }) => (
        <TextLink key={id} href={ticketHref(id)} className="max-w-60 truncate">
          {`#${number} ${subject}`}
        </TextLink>
      ))}
    </p>
  )
}

function Decision({ gap: { decision, article } }: Pick<Props, 'gap'>) {
  if (!decision) return null
  const { is, by, at } = decision
  return (
    <p className="mt-1 text-meta wrap-anywhere text-ink-3">
      {is === 'written' && (article ? <ArticleLink article={article} verb="Written as" /> : 'Written')}
      {is === 'joined' && (article ? <ArticleLink article={article} verb="Leads to" /> : 'Leads to an article')}
      {is === 'mended' && 'Mended'}
      {is === 'dismissed' && 'Not worth it'}, {by} · <Time at={at} />
      {is !== 'dismissed' && <span className="font-medium text-ink-2"> · {dropWords(decision, Date.now())}</span>}
    </p>
  )
}

const ArticleLink = ({ article: { id, title }, verb }: { article: NonNullable<Gap['article']>; verb: string }) => (
  <>
    {verb} <TextLink href={articleHref(id)}>{title || 'Untitled'}</TextLink>
  </>
)

function Acts({ gap, canWrite, deciding }: Pick<Props, 'gap' | 'canWrite' | 'deciding'>) {
  const disabledReason = canWrite ? undefined : 'The Service trial has ended'
  const busy = deciding.isUnderWay(gap.id)
  const is = gap.decision?.is
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:col-start-1 md:max-w-100 md:justify-end">
      {!is && gap.kind !== 'article' && (
        <Button icon={FilePlus2} onClick={() => deciding.write(gap)} busy={busy} disabledReason={disabledReason}>
          Write the article
        </Button>
      )}
      {!is && gap.kind === 'search' && (
        <Button icon={Replace} onClick={() => deciding.join(gap)} disabledReason={disabledReason}>
          Belongs to…
        </Button>
      )}
      {!is && gap.article && (
        <Button icon={Pencil} href={articleHref(gap.article.id, gap.language)}>
          Edit
        </Button>
      )}
      {!is && gap.kind === 'article' && (
        <Button icon={Check} onClick={() => deciding.mend(gap)} busy={busy} disabledReason={disabledReason}>
          Mended
        </Button>
      )}
      <Button
        variant="ghost"
        icon={is ? Undo2 : X}
        onClick={() => deciding.toggle(gap)}
        busy={busy}
        disabledReason={disabledReason}
      >
        {is ? 'Open again' : 'Not worth it'}
      </Button>
    </div>
  )
}
