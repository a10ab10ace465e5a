import { Replace } from 'lucide-react'
import type { z } from 'zod'
import type { listSearches } from '#contract/knowledge-base/search.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatCount } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { articleHref, synonymHref } from '#web/service/knowledge-base/article/addresses.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Search = z.output<typeof listSearches.answer>['items'][number]

type Props = { searches: Search[]; hasLanguages: boolean }

/** Searches, latest first. */
export const SearchTable = ({ searches, hasLanguages }: Props) => (
  <Table label="Searches">
    <TableHead>
      <HeaderCell className="pl-4 md:pl-5">Search</HeaderCell>
      {hasLanguages && <HeaderCell className="w-28 max-lg:hidden">Language</HeaderCell>}
      <HeaderCell className="w-18" align="right">
        Results
      </HeaderCell>
      <HeaderCell className="w-2/5 pl-4 max-lg:hidden">Opened</HeaderCell>
      <HeaderCell className="w-24" align="right">
        When
      </HeaderCell>
      <HeaderCell className="w-18">
        <span className="sr-only">Add a synonym</span>
      </HeaderCell>
    </TableHead>
    <TableBody>
      {searches.map((search) => (
        <Line key={search.id} {...{ search, hasLanguages }} />
      ))}
    </TableBody>
  </Table>
)

const Line = ({
  search: { query, language, results, opened, at },
  hasLanguages,
}: {
  search: Search
  hasLanguages: boolean
}) => (
  <TableRow>
    <Cell className="truncate pl-4 md:pl-5" title={query}>
      {query}
    </Cell>
    {hasLanguages && <Cell className="truncate text-ink-2 max-lg:hidden">{languageName(language)}</Cell>}
    <Cell align="right" className={classNames(results === 0 && 'font-medium text-amber-ink')}>
      {formatCount(results)}
    </Cell>
    <Cell className="truncate pl-4 text-ink-2 max-lg:hidden">
      <Opened opened={opened} />
    </Cell>
    <Cell align="right" className="text-ink-3">
      <Time at={at} />
    </Cell>
    <Cell align="right">
      <IconButton icon={Replace} label={`Add a synonym for “${query}”`} href={synonymHref(query, language)} />
    </Cell>
  </TableRow>
)

function Opened({ opened }: Pick<Search, 'opened'>) {
  if (!opened) return null
  if (opened.title === null) return 'Deleted article'
  return (
    <>
      <TextLink href={articleHref(opened.article)}>{opened.title || 'Untitled'}</TextLink>, result {opened.place}
    </>
  )
}
