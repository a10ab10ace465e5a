import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { importRemarkWords } from '#contract/bulk/import-words.ts'
import type { readImportAgain } from '#contract/bulk/imports.ts'
import type { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button, buttonLook } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { importHref, type ReportQuery, reportFileOf } from './addresses.ts'
import type { ImportRow, RemarkGroups } from './describe-moves.ts'

type Props = {
  row: ImportRow
  remarks: RemarkGroups
  languages: string[]
  query: ReportQuery
  disabledReason: string | undefined
}

export function ImportRemarks({ row, remarks, languages, query, disabledReason }: Props) {
  const groups = remarks.items.filter(({ code }) => code !== 'unchanged')
  return (
    <section aria-labelledby="remarks" className="grid gap-2 border-b border-line py-4">
      <h2 id="remarks" className="flex flex-wrap items-center justify-between gap-2 px-4 font-semibold md:px-5">
        Remarks
        <a href={reportFileOf(row.id)} download className={classNames(buttonLook({}), 'font-normal')}>
          <Icon of={Download} size={14} />
          Download the report
        </a>
      </h2>
      {row.isReadable && (
        <ReadAgain
          row={row}
          disabledReason={disabledReason}
          missing={missingOf(remarks, languages)}
          languages={languages}
        />
      )}
      {groups.length === 0 ? (
        <p className="px-4 text-ink-3 md:px-5">No remarks.</p>
      ) : (
        <ul aria-label="Remarks by kind" className="border-t border-line">
          {groups.map(({ code, count, things }) => (
            <li key={code} className="border-b border-line">
              <Link
                to={importHref(row.id, code === query.remark ? {} : { remark: code })}
                aria-current={code === query.remark ? 'true' : undefined}
                preventScrollReset
                className={classNames(
                  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-2 hover:bg-hover md:px-5',
                  code === query.remark && 'bg-selected',
                )}
              >
                <span className="wrap-anywhere">{importRemarkWords[code]}</span>
                <span className="text-meta leading-5 text-ink-3">
                  {formatCount(count)}
                  {count !== things && <> in {plural(things, 'text')}</>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Returns the languages of the file that the workspace does not use. Leaves out invalid language tags. */
function missingOf({ languages: unknown }: RemarkGroups, languages: string[]): string[] {
  const known = new Set(languages.map((one) => one.toLowerCase()))
  const named = unknown.flatMap((one) => {
    try {
      return Intl.getCanonicalLocales(one)
    } catch {
      return []
    }
  })
  return [...new Set(named)].filter((one) => /^[a-z]{2,3}(-|$)/.test(one) && !known.has(one.toLowerCase()))
}

type ReadAgainProps = Pick<Props, 'row' | 'languages' | 'disabledReason'> & { missing: string[] }

function ReadAgain({ row, missing, languages, disabledReason }: ReadAgainProps) {
  const reading = useWrite(
    async (language: string | null) => {
      if (language !== null) {
        const body = { items: [...languages, language], base: languages }
        const added = await ask<typeof changeLanguages>('PUT', '/api/v1/languages', { body, waits: true })
        if (added.problem) return { problem: added.problem }
      }
      return ask<typeof readImportAgain>('PUT', '/api/v1/imports/:id/reading', { params: { id: row.id } })
    },
    { tellsProblem: true, inTurn: 'unless-same' },
  )
  return (
    <p className="flex flex-wrap gap-2 px-4 pt-1 md:px-5">
      {missing.map((language) => (
        <Button
          key={language}
          onClick={() => reading.write(language)}
          busy={reading.underWay.includes(language)}
          disabledReason={disabledReason}
        >
          Add {languageName(language)} and check the file again
        </Button>
      ))}
      <Button
        onClick={() => reading.write(null)}
        busy={reading.underWay.includes(null)}
        disabledReason={disabledReason}
      >
        Check the file again
      </Button>
    </p>
  )
}
