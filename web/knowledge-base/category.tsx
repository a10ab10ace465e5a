import type { ReadingPages } from '#contract/knowledge-base/reading.ts'
import { Ask } from './parts/ask.tsx'
import { Branches, Entries, Section, Trail } from './parts/lists.tsx'
import { useTextLanguage } from './parts/text-language.tsx'

export function Category({ body: { name, description, trail, categories, articles } }: ReadingPages['category']) {
  const { category: words, own } = useTextLanguage()
  return (
    <div className="page-width pt-6 md:pt-10">
      <Trail links={trail} />
      <h1 className="mt-2 text-doc font-semibold wrap-anywhere">{name}</h1>
      {description && <p className="mt-2 max-w-160 text-lead text-ink-2 wrap-anywhere">{description}</p>}
      {categories.length > 0 && (
        <Section id="within" title={words.within}>
          <Branches categories={categories} />
        </Section>
      )}
      {articles.length > 0 && (
        <Section id="articles" title={words.articles} className="max-w-180">
          <Entries articles={articles} />
        </Section>
      )}
      {categories.length + articles.length === 0 && (
        <p className="mt-8 text-body text-ink-2" {...own}>
          {words.empty}
        </p>
      )}
      <Ask title="notFound" href="/customer/tickets/create" />
    </div>
  )
}
