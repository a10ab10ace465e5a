import type { MarkedText, ReadingPages, SearchHit } from '#contract/knowledge-base/reading.ts'
import { fill, languageName, percentIn } from '#web/lib/reading-words/words.ts'
import { Ask } from './parts/ask.tsx'
import { Section, Titles } from './parts/lists.tsx'
import { SearchForm } from './parts/search-form.tsx'
import { Phrase, useTextLanguage } from './parts/text-language.tsx'

/** While the reader types, a script replaces the content of the element with `data-found`. */
export function Search({ body, frame }: ReadingPages['search']) {
  const said = useTextLanguage()
  return (
    <div className="page-width">
      <div className="max-w-180 pt-7 md:pt-10">
        <h1 className="sr-only" {...said.own}>
          {said.frame.search}
        </h1>
        <SearchForm action={frame.searchPath} words={body.words} />
        <div data-found>
          <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
            <p role="status" className="flex min-h-10 items-center wrap-anywhere text-ink-3" {...said.own}>
              {announceResults(said, body)}
            </p>
            <Topics {...body} />
          </div>
          <Spelling {...body} />
          <Elsewhere {...body} />
          <ol>
            {body.found.map((line) => (
              <Line key={line.path} {...line} />
            ))}
          </ol>
          <More {...body} />
          <Others {...body} />
          <Ask title={body.words ? 'stuck' : 'notFound'} href={body.askPath} />
        </div>
      </div>
    </div>
  )
}

type SearchBody = ReadingPages['search']['body']

function announceResults({ search, tell }: ReturnType<typeof useTextLanguage>, { words, found, total }: SearchBody) {
  if (words === '') return search.start
  return found.length === 0 ? fill(search.nothing, { words }) : tell(search.results, total)
}

function Topics({ topics }: SearchBody) {
  const { home, number, own, search, within } = useTextLanguage()
  if (topics.length === 0) return null
  return (
    <nav aria-label={home.topics} className="min-w-0 pb-2 md:py-2" {...own}>
      <ul className="flex flex-wrap gap-2 text-meta">
        {topics.map(({ name, path, count, isCurrent }) => (
          <li key={path} className="min-w-0">
            <a href={path} aria-current={isCurrent ? 'true' : undefined} className={topicLook}>
              <span className="truncate" {...(name !== null && within)}>
                {name ?? search.allTopics}
              </span>
              {name !== null && <span className="font-semibold tabular-nums text-ink">{number(count)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const topicLook =
  'inline-flex h-6 max-w-full items-center gap-1.5 rounded-sm border border-line-strong px-2 text-ink-2 hover:bg-hover aria-[current]:border-accent aria-[current]:bg-accent/10 aria-[current]:text-accent-ink touch:h-10'

function More({ found, total }: SearchBody) {
  const { number, own, search } = useTextLanguage()
  if (total <= found.length || found.length === 0) return null
  return (
    <p className="pt-4 text-ink-3" {...own}>
      {fill(search.best, { count: number(found.length) })}
    </p>
  )
}

function Spelling({ spelling, found }: SearchBody) {
  const { search, own, within } = useTextLanguage()
  if (!spelling) return null
  const link = (
    <a href={spelling.path} className="font-medium text-accent-ink hover:underline" {...within}>
      {spelling.words}
    </a>
  )
  return (
    <p className="pt-4 text-lead wrap-anywhere" {...own}>
      <Phrase text={found.length > 0 ? search.foundAs : search.meant} parts={{ words: link }} />
    </p>
  )
}

function Elsewhere({ elsewhere }: SearchBody) {
  const { number, own, search } = useTextLanguage()
  if (elsewhere.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 pt-4 text-lead" {...own}>
      {search.elsewhere}
      {elsewhere.map(({ language, path, count }) => (
        <span key={language}>
          <a
            href={path}
            lang={language}
            hrefLang={language}
            className="font-medium text-accent-ink underline underline-offset-2"
          >
            {languageName(language)}
          </a>{' '}
          ({number(count)})
        </span>
      ))}
    </p>
  )
}

const Line = ({ id, path, language, title, heading, excerpt, category, helpfulShare }: SearchHit) => (
  <li className="border-b border-line py-4.5" {...useTextLanguage().tongue(language)}>
    <a
      href={path}
      data-article={id}
      className="block text-lead font-[550] wrap-anywhere text-accent-ink hover:underline"
    >
      <Marked text={title} />
      {heading && (
        <>
          {' '}
          <span className="font-normal text-ink-3">
            › <Marked text={heading} />
          </span>
        </>
      )}
    </a>
    <p className="mt-0.5 line-clamp-3 text-lead wrap-anywhere text-ink-2">
      <Marked text={excerpt} />
    </p>
    <About category={category} helpfulShare={helpfulShare} />
  </li>
)

function About({ category, helpfulShare }: Pick<SearchHit, 'category' | 'helpfulShare'>) {
  const { format, own, search } = useTextLanguage()
  if (!category && helpfulShare === null) return null
  return (
    <p className="mt-1 text-meta wrap-anywhere text-ink-3">
      {category}
      {category && helpfulShare !== null && ' · '}
      {helpfulShare !== null && <span {...own}>{fill(search.helped, { share: percentIn(format, helpfulShare) })}</span>}
    </p>
  )
}

const Marked = ({ text }: { text: MarkedText }) =>
  text.map(({ text: part, isFound }, at) =>
    isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, drawn once
      <mark key={at} className="rounded-xs bg-mark text-inherit">
        {part}
      </mark>
    ) : (
      part
    ),
  )

function Others({ others }: SearchBody) {
  const { search } = useTextLanguage()
  if (others.length === 0) return null
  return (
    <Section id="others" title={search.others}>
      <Titles articles={others} />
    </Section>
  )
}
