import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { Ask } from './parts/ask.tsx'
import { SectionTitle, Titles, Topics } from './parts/lists.tsx'
import { useTextLanguage } from './parts/said.tsx'
import { SearchForm } from './parts/search-form.tsx'

export function Home({ body, frame }: ReadingPages['home']) {
  const { title, text, categories, pinned, popular, latest, loose } = body
  const { home: words, own } = useTextLanguage()
  const isEmpty = categories.length + latest.length === 0
  return (
    <>
      <section className="border-b border-line bg-canvas pt-9 pb-7 md:pt-16 md:pb-12">
        <div className="page-width">
          <h1 className="text-doc font-semibold md:text-hero" {...(title ? {} : own)}>
            {title || words.question}
          </h1>
          {text && <p className="mt-3 max-w-160 text-lead text-ink-2">{text}</p>}
          <div className="mt-6 max-w-160">
            <SearchForm action={frame.searchPath} />
          </div>
        </div>
      </section>
      <div className="page-width">
        {isEmpty && (
          <p className="mt-10 text-body text-ink-2" {...own}>
            {words.empty}
          </p>
        )}
        {categories.length > 0 && (
          <section aria-labelledby="topics">
            <SectionTitle id="topics">{words.topics}</SectionTitle>
            <Topics categories={categories} />
          </section>
        )}
        <div className="grid gap-x-10 md:grid-cols-2">
          {pinned.length > 0 && (
            <section aria-labelledby="pinned">
              <SectionTitle id="pinned">{words.pinned}</SectionTitle>
              <Titles articles={pinned} />
            </section>
          )}
          {popular.length > 0 && (
            <section aria-labelledby="popular">
              <SectionTitle id="popular">{words.popular}</SectionTitle>
              <Titles articles={popular} />
            </section>
          )}
          {latest.length > 0 && (
            <section aria-labelledby="latest">
              <SectionTitle id="latest">{words.latest}</SectionTitle>
              <Titles articles={latest} timeZone={frame.timeZone} />
            </section>
          )}
        </div>
        {loose.length > 0 && (
          <section aria-labelledby="more">
            <SectionTitle id="more">{words.more}</SectionTitle>
            <Titles articles={loose} />
          </section>
        )}
        <Ask title="notFound" href="/customer/tickets/create" />
      </div>
    </>
  )
}
