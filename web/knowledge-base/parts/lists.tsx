import type { ArticleLine, CategoryCard, ReadingLink } from '#contract/reading.ts'
import { CategoryIcon } from './category-icon.tsx'
import { When } from './when.tsx'
import { articleCountIn } from './words.ts'

export const SectionTitle = ({ children, id }: { children: string; id?: string }) => (
  <h2 id={id} className="mt-10 mb-3 text-title font-semibold">
    {children}
  </h2>
)

export const Topics = ({ categories }: { categories: CategoryCard[] }) => (
  <ul className="grid gap-x-10 border-b border-line md:grid-cols-2 md:border-0">
    {categories.map(({ name, description, icon, path, articleCount }) => (
      <li key={path} className="border-t border-line md:nth-last-[-n+2]:border-b">
        <a href={path} className="group flex items-start gap-3.5 py-4">
          <CategoryIcon name={icon} />
          <span className="min-w-0 flex-1">
            <span className="block text-lead font-[550] group-hover:text-accent-ink">{name}</span>
            {description && <span className="block text-ink-3">{description}</span>}
          </span>
          <span className="text-meta/6 tabular-nums text-ink-3">
            <span aria-hidden>{articleCount}</span>
            <span className="sr-only">, {articleCountIn(articleCount)}</span>
          </span>
        </a>
      </li>
    ))}
  </ul>
)

type Dating = { language: string; timeZone: string }

/** Titles alone, a line each, with their dates where it matters how new they are. */
export const Titles = ({ articles, dating }: { articles: ArticleLine[]; dating?: Dating }) => (
  <ul className="border-b border-line text-lead">
    {articles.map(({ title, path, publishedAt }) => (
      <li key={path} className="flex items-center gap-3 border-t border-line">
        <a href={path} className="min-w-0 flex-1 py-2.25 wrap-anywhere hover:text-accent-ink">
          {title}
        </a>
        {dating && (
          <When
            time={publishedAt}
            {...dating}
            className="inline-block shrink-0 text-meta text-ink-3 first-letter:uppercase"
          />
        )}
      </li>
    ))}
  </ul>
)

export const Entries = ({ articles }: { articles: ArticleLine[] }) => (
  <ul className="border-b border-line">
    {articles.map(({ title, path, excerpt }) => (
      <li key={path} className="border-t border-line">
        <a href={path} className="group block py-4">
          <span className="block text-lead font-[550] wrap-anywhere group-hover:text-accent-ink">{title}</span>
          {excerpt && <span className="line-clamp-2 text-body text-ink-2">{excerpt}</span>}
        </a>
      </li>
    ))}
  </ul>
)

export const Trail = ({ links }: { links: ReadingLink[] }) => (
  <nav aria-label="Breadcrumbs">
    <ol className="flex flex-wrap gap-2 text-ink-3">
      {links.map(({ href, label }, index) => (
        <li key={href} className="flex gap-2">
          {index > 0 && <span aria-hidden>/</span>}
          <a href={href} className="hover:text-ink">
            {label}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)
