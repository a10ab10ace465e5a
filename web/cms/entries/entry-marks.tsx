import { Eye } from 'lucide-react'
import { Time } from '#web/lib/time/time.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { classNames } from '#web/ui/class-names.ts'
import { glyphs } from '#web/ui/mark/glyphs.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { Pill, type Tone } from '#web/ui/mark/pill.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Entry, EntryLanguage } from './entry-words.ts'

type EntryMark = Entry['status'] | 'scheduled' | 'trash'
type MarkLook = { label: string; tone: Tone; icon: IconShape; isResting?: boolean }

const standings: Record<EntryMark, MarkLook> = {
  draft: { label: 'Draft', tone: 'grey', icon: glyphs.new },
  in_review: { label: 'In review', tone: 'plum', icon: Eye },
  scheduled: { label: 'Scheduled', tone: 'blue', icon: glyphs.pending },
  published: { label: 'Published', tone: 'green', icon: glyphs.solved, isResting: true },
  changed: { label: 'Changed', tone: 'amber', icon: glyphs.solved },
  archived: { label: 'Archived', tone: 'grey', icon: glyphs.closed, isResting: true },
  trash: { label: 'In the trash', tone: 'grey', icon: glyphs.closed, isResting: true },
}

const standingOf = ({ status, publishAt }: Pick<EntryLanguage, 'status' | 'publishAt'>): EntryMark =>
  publishAt && status !== 'archived' ? 'scheduled' : status

export function EntryStatus({ entry }: { entry: Entry }) {
  const text = entry.languages.find(({ language }) => language === entry.language)
  const standing = entry.isTrashed ? 'trash' : text ? standingOf(text) : entry.status
  const { label, tone, icon, isResting } = standings[standing]
  const at = standing === 'scheduled' ? text?.publishAt : null
  return (
    <>
      <Pill tone={tone} icon={icon} quiet={isResting}>
        {label}
      </Pill>
      {at && (
        <span className="ml-1.5 text-meta text-ink-3">
          <Time at={at} />
        </span>
      )}
    </>
  )
}

export const LanguageMarks = ({ languages, all }: { languages: EntryLanguage[]; all: string[] }) => (
  <span className="inline-flex gap-1">
    {all.map((language) => {
      const text = languages.find((one) => one.language === language)
      const state = !text ? 'missing' : text.isOutdated ? 'older' : 'written'
      return (
        <span
          key={language}
          title={`${languageName(language)}: ${words[state]}`}
          className={classNames(chip, looks[state])}
        >
          <span aria-hidden>{language.slice(0, 2).toUpperCase()}</span>
          <VisuallyHidden>
            {languageName(language)}: {words[state]}
          </VisuallyHidden>
        </span>
      )
    })}
  </span>
)

const chip = 'inline-grid h-5 min-w-6 place-items-center rounded-xs px-1 text-[11px] font-medium'
const looks = {
  written: 'bg-press text-ink-2',
  older: 'bg-amber-tint text-amber-ink',
  missing: 'border border-dashed border-line-strong text-ink-3',
}
const words = { written: 'up to date', older: 'outdated translation', missing: 'missing' }

export const LanguageLegend = () => (
  <span className="flex items-center gap-3 text-meta text-ink-3 max-lg:hidden">
    <span className="text-amber-ink">Outdated translation</span>
    <span className="rounded-xs border border-dashed border-line-strong px-1">Missing</span>
  </span>
)
