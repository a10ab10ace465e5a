import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import type { Unanswered } from '#web/service/knowledge-base/unanswered.ts'
import { languageName } from '#web/service/knowledge-base/words.ts'

type Props = { searches: Unanswered[]; hasLanguages: boolean }

/** What readers asked and did not find: the articles that are missing. */
export function UnansweredLines({ searches, hasLanguages }: Props) {
  if (searches.length === 0) return <p className="px-4 text-ink-3 md:px-5">No search ended without a result.</p>
  return (
    <ul className="border-t border-line">
      {searches.map(({ query, language, times, at }) => (
        <li key={`${language} ${query}`} className="flex h-10 items-center gap-3 border-b border-line px-4 md:px-5">
          <span className="truncate" title={query}>
            {query}
          </span>
          {hasLanguages && <span className="shrink-0 text-ink-3 max-md:hidden">{languageName(language)}</span>}
          <span className="ml-auto shrink-0 tabular-nums">{plural(times, 'time')}</span>
          <span className="shrink-0 text-right text-ink-3 tabular-nums">
            <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
