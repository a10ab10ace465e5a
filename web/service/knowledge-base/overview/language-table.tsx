import { Link } from 'react-router'
import { formatCount } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { articlesHref } from '#web/service/knowledge-base/article/articles-query.ts'
import type { Report } from '#web/service/knowledge-base/article/types.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'

export const LanguageTable = ({ languages }: Pick<Report, 'languages'>) => (
  <Table label="Articles by language">
    <TableHead>
      <HeaderCell>Language</HeaderCell>
      <HeaderCell className="w-24" align="right">
        Written
      </HeaderCell>
      <HeaderCell className="w-24" align="right">
        Live
      </HeaderCell>
      <HeaderCell className="w-24" align="right">
        Outdated
      </HeaderCell>
    </TableHead>
    <TableBody>
      {languages.map(({ language, written, live, outdated }, at) => (
        <TableRow key={language}>
          <Cell>
            {at === 0 ? (
              languageName(language)
            ) : (
              <Link to={articlesHref({ language })} className="font-medium text-accent-ink hover:underline">
                {languageName(language)}
              </Link>
            )}
          </Cell>
          <Cell align="right">{formatCount(written)}</Cell>
          <Cell align="right">{formatCount(live)}</Cell>
          <Cell align="right" className={outdated > 0 ? 'text-amber-ink' : undefined}>
            {formatCount(outdated)}
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)
