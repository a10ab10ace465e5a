import { FilePlus2, Replace } from 'lucide-react'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { begunArticleHref, synonymHref } from '#web/service/knowledge-base/article/addresses.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import type { Searches } from './types.ts'

type Props = { searches: Searches['withoutResult']; canWrite: boolean; hasLanguages: boolean }

/** Searches without results, each with two actions. */
export function SearchedInVain({ searches, canWrite, hasLanguages }: Props) {
  if (searches.length === 0) return <p className="px-4 text-ink-3 md:px-5">No search ended without a result.</p>
  return (
    <ol className="border-t border-line">
      {searches.map(({ query, language, times }) => (
        <li
          key={`${language} ${query}`}
          className="flex h-9 items-center gap-2 border-b border-line pr-2 pl-4 md:pr-3 md:pl-5"
        >
          <span className="truncate" title={query}>
            {query}
          </span>
          {hasLanguages && <span className="shrink-0 text-meta text-ink-3">{languageName(language)}</span>}
          <span className="ml-auto shrink-0 tabular-nums">{plural(times, 'time')}</span>
          {canWrite && (
            <span className="flex shrink-0">
              <IconButton icon={FilePlus2} label={`Write an article on “${query}”`} href={begunArticleHref(query)} />
              <IconButton icon={Replace} label={`Add a synonym for “${query}”`} href={synonymHref(query, language)} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
