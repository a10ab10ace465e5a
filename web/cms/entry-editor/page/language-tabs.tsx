import { Link } from 'react-router'
import { createHref, type EntryPageData, hrefOf, languageName } from '#web/cms/entry-writing/entry-data.ts'
import { classNames } from '#web/ui/class-names.ts'

/** A tab for each language, with how its text stands. */
export function LanguageTabs({ entry, model, language, languages }: EntryPageData) {
  if (languages.length < 2) return null
  return (
    <nav aria-label="Languages" className="flex gap-5 overflow-x-auto border-b border-line px-4 md:px-5">
      {languages.map((one) => {
        const note = noteOf(entry, one)
        return (
          <Link
            key={one}
            to={entry ? hrefOf(entry.id, one, languages) : createHref(model.key, one)}
            aria-current={one === language ? 'page' : undefined}
            className={classNames(
              '-mb-px inline-flex h-10 items-center gap-2 border-b-2 font-medium whitespace-nowrap',
              one === language ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            <span aria-hidden className={classNames('size-1.5 rounded-full', dots[note.tone])} />
            {languageName(one)}
            {note.words && <span className="text-meta font-normal text-ink-3">{note.words}</span>}
          </Link>
        )
      })}
    </nav>
  )
}

const dots = { live: 'bg-green-solid', older: 'bg-amber-solid', none: 'bg-grey-solid' }

function noteOf(entry: EntryPageData['entry'], language: string): { tone: keyof typeof dots; words: string } {
  const text = entry?.languages.find((one) => one.language === language)
  if (!text) return { tone: 'none', words: entry ? 'missing' : '' }
  if (text.isOutdated) return { tone: 'older', words: 'older' }
  return { tone: text.isLive ? 'live' : 'none', words: statusWords[text.status] }
}

const statusWords = { draft: 'draft', in_review: 'in review', published: '', changed: 'changed', archived: 'archived' }
