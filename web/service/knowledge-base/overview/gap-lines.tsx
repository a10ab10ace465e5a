import type { Gap } from '#contract/help/knowledge-gaps.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { signWords, titleHref } from '#web/service/knowledge-base/gaps/describe-gap.ts'
import { RowLink } from '#web/ui/list/table.tsx'

type Props = { gaps: Gap[]; hasLanguages: boolean }

export function GapLines({ gaps, hasLanguages }: Props) {
  if (gaps.length === 0) return <p className="px-4 text-ink-3 md:px-5">No gaps in the last 30 days.</p>
  return (
    <ol className="border-t border-line">
      {gaps.map((gap) => {
        const href = titleHref(gap)
        return (
          <li
            key={gap.id}
            className="relative flex h-10 items-center gap-3 border-b border-line px-4 hover:bg-hover md:px-5"
          >
            {href ? (
              <RowLink href={href} className="truncate" title={gap.title}>
                {gap.title || 'Untitled'}
              </RowLink>
            ) : (
              <span className="truncate">{gap.title}</span>
            )}
            {hasLanguages && gap.kind === 'search' && (
              <span className="shrink-0 text-ink-3 max-md:hidden">{languageName(gap.language)}</span>
            )}
            <span className="ml-auto shrink-0 text-ink-3 tabular-nums">{signWords(gap.signs)[0]}</span>
          </li>
        )
      })}
    </ol>
  )
}
