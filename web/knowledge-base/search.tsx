import type { FoundLine, MarkedText, ReadingPages } from '#contract/reading.ts'
import { Ask } from './parts/ask.tsx'
import { SectionTitle, Titles } from './parts/lists.tsx'
import { SearchForm } from './parts/search-form.tsx'

/** What was found by words. The script reads it anew while one types, and takes over what stands in `data-found`. */
export const Search = ({ body, frame }: ReadingPages['search']) => (
  <div className="column">
    <div className="max-w-180 pt-7 md:pt-10">
      <h1 className="sr-only">Search</h1>
      <SearchForm action={frame.searchPath} words={body.words} />
      <div data-found>
        <p role="status" className="flex min-h-10 items-center border-b border-line text-ink-3">
          {tellCount(body)}
        </p>
        <Spelling {...body} />
        <ol>
          {body.found.map((line) => (
            <Line key={line.path} line={line} />
          ))}
        </ol>
        <Others {...body} />
        <Ask title={body.words ? 'Still stuck?' : 'Did not find it?'} href={body.askPath} />
      </div>
    </div>
  </div>
)

type Body = ReadingPages['search']['body']

function tellCount({ words, found }: Body) {
  if (words === '') return 'Type what you look for.'
  if (found.length === 0) return `Nothing was found for “${words}”.`
  return found.length === 1 ? '1 result' : `${found.length} results`
}

const Spelling = ({ spelling, found }: Body) =>
  spelling && (
    <p className="pt-4 text-lead">
      {found.length > 0 ? 'Found as ' : 'Did you mean '}
      <a href={spelling.path} className="font-medium text-accent-ink hover:underline">
        {spelling.words}
      </a>
      {found.length > 0 ? '.' : '?'}
    </p>
  )

const Line = ({ line: { id, path, title, heading, excerpt, category } }: { line: FoundLine }) => (
  <li className="border-b border-line py-4.5">
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

const Others = ({ others }: Body) =>
  others.length > 0 && (
    <section aria-labelledby="others">
      <SectionTitle id="others">What others read</SectionTitle>
      <Titles articles={others} />
    </section>
  )
