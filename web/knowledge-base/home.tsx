import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { Ask } from './parts/ask.tsx'
import { Section, Titles, Topics } from './parts/lists.tsx'
import { SearchForm } from './parts/search-form.tsx'
import { useTextLanguage } from './parts/text-language.tsx'

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
          <Section id="topics" title={words.topics}>
            <Topics categories={categories} />
          </Section>
        )}
        <div className="grid gap-x-10 md:grid-cols-2">
          {pinned.length > 0 && (
            <Section id="pinned" title={words.pinned}>
              <Titles articles={pinned} />
            </Section>
          )}
          {popular.length > 0 && (
            <Section id="popular" title={words.popular}>
              <Titles articles={popular} />
            </Section>
          )}
          {latest.length > 0 && (
            <Section id="latest" title={words.latest}>
              <Titles articles={latest} timeZone={frame.timeZone} />
            </Section>
          )}
        </div>
        {loose.length > 0 && (
          <Section id="more" title={words.more}>
            <Titles articles={loose} />
          </Section>
        )}
        <Ask title="notFound" href="/customer/tickets/create" />
      </div>
    </>
  )
}
