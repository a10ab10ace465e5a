import { Columns2 } from 'lucide-react'
import { Link } from 'react-router'
import { createHref, hrefOf } from '#web/cms/entries/entry-words.ts'
import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Menu } from '#web/ui/overlay/menu.tsx'
import type { Beside } from './beside-field.tsx'

export function LanguageTabs({ beside, ...data }: EntryPageData & { beside: Beside }) {
  const { entry, model, language, languages } = data
  if (languages.length < 2) return null
  return (
    <div className="flex items-center border-b border-line">
      <nav aria-label="Languages" className="flex min-w-0 flex-1 gap-5 overflow-x-auto px-4 md:px-5">
        {languages.map((one) => {
          const note = noteOf(entry, one)
          return (
            <Link
              key={one}
              to={entry ? beside.keptIn(hrefOf(entry.id, one, languages[0]), one) : createHref(model.key, one)}
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
      {entry && <SideBySide {...data} beside={beside} />}
    </div>
  )
}

function SideBySide({ entry, language, languages, beside }: EntryPageData & { beside: Beside }) {
  const others = languages.filter((one) => one !== language)
  return (
    <div className="shrink-0 px-3 max-md:hidden">
      <Menu
        label="Side by side"
        align="end"
        button={
          <Button variant="ghost" icon={Columns2} aria-pressed={beside.language !== null}>
            Side by side
          </Button>
        }
        items={[
          ...others.map((one) => ({
            ...{ label: languageName(one), detail: noteOf(entry, one).words, current: one === beside.language },
            onSelect: () => beside.show(one),
          })),
          { label: 'This language only', current: beside.language === null, onSelect: () => beside.show(null) },
        ]}
      />
    </div>
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
