import type { FoundPlace } from '#contract/knowledge-base/changes.ts'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { WordChanges } from '#web/ui/text/word-changes.tsx'
import type { FoundText } from './use-finding.ts'

type Props = {
  texts: FoundText[]
  replacement: string | undefined
  left: ReadonlySet<string>
  hasLanguages: boolean
  canWrite: boolean
  onToggle: (id: string) => void
}

/** Only these are drawn; all are changed. */
const mostDrawn = 200

export function FoundTexts({ texts, ...props }: Props) {
  return (
    <>
      <ol aria-label="Found">
        {texts.slice(0, mostDrawn).map((text) => (
          <FoundRow key={`${text.id} ${text.language}`} text={text} {...props} />
        ))}
      </ol>
      {texts.length > mostDrawn && (
        <p className="px-4 py-3 text-ink-3 md:px-5">and {plural(texts.length - mostDrawn, 'text')} more</p>
      )}
    </>
  )
}

const placeNames: Record<FoundPlace['in'], string | null> = {
  title: 'Title',
  excerpt: 'Excerpt',
  metaTitle: 'Title for search engines',
  metaDescription: 'Description',
  text: null,
  address: 'Address',
}

function FoundRow({
  text,
  replacement,
  left,
  hasLanguages,
  canWrite,
  onToggle,
}: Omit<Props, 'texts'> & { text: FoundText }) {
  const { id, language, title, count, places, isLive, hasChanges } = text
  const facts = [
    hasLanguages && languageName(language),
    plural(count, 'place'),
    isLive ? (hasChanges ? 'published, with changes' : 'published') : 'draft',
  ].filter(Boolean)
  return (
    <li className="flex gap-3 border-b border-line px-4 py-2.5 md:px-5">
      <span className="pt-0.5">
        <BareCheckbox
          label={`Replace in ${title || 'Untitled'}`}
          checked={!left.has(id)}
          disabled={!canWrite}
          onChange={() => onToggle(id)}
        />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate font-medium">
            <TextLink href={articleHref(id, hasLanguages ? language : undefined)}>{title || 'Untitled'}</TextLink>
          </span>
          <span className="text-meta text-ink-3">{facts.join(' · ')}</span>
        </p>
        <ul className="mt-0.5 grid grid-cols-[minmax(0,1fr)] gap-0.5 text-ink-2">
          {places.map((place, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stand in their order, and never change
            <li key={index} className="wrap-anywhere" dir="auto">
              {placeNames[place.in] && <span className="text-meta text-ink-3">{placeNames[place.in]}: </span>}
              <Line {...place} replacement={replacement} />
            </li>
          ))}
          {count > places.length && <li className="text-meta text-ink-3">and {count - places.length} more</li>}
        </ul>
      </div>
    </li>
  )
}

const Line = ({ before, found, after, replacement }: FoundPlace & { replacement: string | undefined }) => (
  <>
    {before}
    {replacement === undefined ? (
      <mark className="bg-mark text-ink">{found}</mark>
    ) : (
      <WordChanges
        words={[
          { kind: 'removed', text: found },
          { kind: 'added', text: replacement },
        ]}
      />
    )}
    {after}
  </>
)
