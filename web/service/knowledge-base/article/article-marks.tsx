import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { languageName } from '#web/lib/words/language-name.ts'
import { glyphs } from '#web/ui/mark/glyphs.tsx'
import type { IconShape } from '#web/ui/mark/icon.tsx'
import { Pill, type Tone } from '#web/ui/mark/pill.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { ArticleRow, TextState } from './types.ts'

type ShownStatus = ArticleRow['status'] | 'planned' | 'trash'

type StatusLook = { label: string; tone: Tone; icon: IconShape; isResting?: boolean }

const statusLooks: Record<ShownStatus, StatusLook> = {
  draft: { label: 'Draft', tone: 'grey', icon: glyphs.new },
  in_review: { label: 'In review', tone: 'plum', icon: Eye },
  planned: { label: 'Scheduled', tone: 'blue', icon: glyphs.pending },
  published: { label: 'Published', tone: 'green', icon: glyphs.solved, isResting: true },
  archived: { label: 'Archived', tone: 'grey', icon: glyphs.closed, isResting: true },
  trash: { label: 'In the trash', tone: 'grey', icon: glyphs.closed, isResting: true },
}

const shownStatus = ({ status, isLive, publishAt }: Pick<TextState, 'status' | 'isLive' | 'publishAt'>): ShownStatus =>
  publishAt && !isLive && status !== 'archived' ? 'planned' : status

export function ArticleStatus({ article }: { article: ArticleRow }) {
  const text = article.languages.find(({ language }) => language === article.language)
  const publishAt = text?.publishAt ?? null
  const { label, tone, icon, isResting } =
    statusLooks[article.isTrashed ? 'trash' : shownStatus({ ...article, publishAt })]
  return (
    <>
      <Pill tone={tone} icon={icon} quiet={isResting}>
        {label}
      </Pill>
      {article.hasChanges && <span className="ml-1 text-meta text-ink-3">with changes</span>}
    </>
  )
}

const mostShown = 2

export function LanguageStates({ languages }: { languages: TextState[] }) {
  const others = languages.slice(mostShown)
  return (
    <span className="inline-flex gap-2">
      {languages.slice(0, mostShown).map((text) => {
        const { icon: Shape } = statusLooks[shownStatus(text)]
        return (
          <LanguageMark key={text.language} texts={[text]}>
            <Shape aria-hidden className="size-3 shrink-0 text-ink-3" strokeWidth={2} />
            <span aria-hidden>{text.language.toUpperCase()}</span>
          </LanguageMark>
        )
      })}
      {others.length > 0 && (
        <LanguageMark texts={others}>
          <span aria-hidden>+{others.length}</span>
        </LanguageMark>
      )}
    </span>
  )
}

function LanguageMark({ texts, children }: { texts: TextState[]; children: ReactNode }) {
  const words = texts.map((text) => `${languageName(text.language)}: ${wordsFor(text)}`)
  return (
    <span title={words.join('\n')} className="inline-flex items-center gap-0.75 text-meta text-ink-2">
      {children}
      {texts.some(({ isOutdated, isLive }) => isOutdated && isLive) && (
        <span aria-hidden className="text-amber-ink">
          !
        </span>
      )}
      <VisuallyHidden>{words.join('; ')}</VisuallyHidden>
    </span>
  )
}

const wordsFor = (text: TextState) =>
  [
    statusLooks[shownStatus(text)].label.toLowerCase(),
    text.hasChanges && 'with changes',
    text.isOutdated && text.isLive && 'older than its source',
  ]
    .filter(Boolean)
    .join(', ')
