import type { FoundLine, MarkedText, ReadingPages } from '#contract/reading.ts'
import { fill } from '#web/lib/reading-words/words.ts'
import { Ask } from './parts/ask.tsx'
import { SectionTitle, Titles } from './parts/lists.tsx'
import { Phrase, useSaid } from './parts/said.tsx'
import { SearchForm } from './parts/search-form.tsx'

/** What was found by words. The script reads it anew while one types, and takes over what stands in `data-found`. */
export function Search({ body, frame }: ReadingPages['search']) {
  const said = useSaid()
  return (
    <div className="column">
      <div className="max-w-180 pt-7 md:pt-10">
        <h1 className="sr-only" {...said.own}>
          {said.frame.search}
        </h1>
        <SearchForm action={frame.searchPath} words={body.words} />
        <div data-found>
          <p role="status" className="flex min-h-10 items-center border-b border-line text-ink-3" {...said.own}>
            {tellFound(said, body)}
          </p>
          <Spelling {...body} />
          <ol>
            {body.found.map((line) => (
              <Line key={line.path} line={line} />
            ))}
          </ol>
          <Others {...body} />
          <Ask title={body.words ? 'stuck' : 'notFound'} href={body.askPath} />
        </div>
      </div>
    </div>
  )
}

type Body = ReadingPages['search']['body']

function tellFound({ search, tell }: ReturnType<typeof useSaid>, { words, found }: Body) {
  if (words === '') return search.start
  return found.length === 0 ? fill(search.nothing, { words }) : tell(search.results, found.length)
}

function Spelling({ spelling, found }: Body) {
  const { search, own, within } = useSaid()
  if (!spelling) return null
  const link = (
    <a href={spelling.path} className="font-medium text-accent-ink hover:underline" {...within}>
      {spelling.words}
    </a>
  )
  return (
    <p className="pt-4 text-lead" {...own}>
      <Phrase text={found.length > 0 ? search.foundAs : search.meant} parts={{ words: link }} />
    </p>
  )
}

const Line = ({ line: { id, path, language, title, heading, excerpt, category } }: { line: FoundLine }) => (
  <li className="border-b border-line py-4.5" {...useSaid().tongue(language)}>
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
    {category && <p className="mt-1 text-meta text-ink-3">{category}</p>}
  </li>
)

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

function Others({ others }: Body) {
  const { search } = useSaid()
  if (others.length === 0) return null
  return (
    <section aria-labelledby="others">
      <SectionTitle id="others">{search.others}</SectionTitle>
      <Titles articles={others} />
    </section>
  )
}
