import type { ReactNode } from 'react'
import type { ArticleLine, CategoryCard, ReadingLink, ReadingPages } from '#contract/knowledge-base/reading.ts'
import { fill } from '#web/lib/reading-words/words.ts'
import { categoryShapes } from '#web/ui/mark/category-shapes.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { useTextLanguage, When } from './text-language.tsx'

type SectionProps = { id: string; title: string; className?: string; children: ReactNode }

export const Section = ({ id, title, className, children }: SectionProps) => (
  <section aria-labelledby={id} className={className}>
    <h2 id={id} className="mt-10 mb-3 text-title font-semibold" {...useTextLanguage().own}>
      {title}
    </h2>
    {children}
  </section>
)

export function Topics({ categories }: { categories: CategoryCard[] }) {
  const { home, number, own, tell } = useTextLanguage()
  return (
    <ul className="grid gap-x-10 border-b border-line md:grid-cols-2 md:border-0">
      {categories.map(({ name, description, icon, path, articleCount }) => (
        <li key={path} className="min-w-0 border-t border-line md:nth-last-[-n+2]:border-b">
          <a href={path} className="group flex items-start gap-3.5 py-4">
            <CategoryIcon name={icon} />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="block text-lead font-[550] group-hover:text-accent-ink">{name}</span>
              {description && <span className="block text-ink-3">{description}</span>}
            </span>
            {articleCount > 0 && (
              <span className="text-meta/6 tabular-nums text-ink-3">
                <span aria-hidden>{number(articleCount)}</span>
                <span className="sr-only" {...own}>
                  , {tell(home.articleCount, articleCount)}
                </span>
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function Branches({ categories }: Pick<ReadingPages['category']['body'], 'categories'>) {
  const { category: words, number, own } = useTextLanguage()
  return (
    <ul className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      {categories.map(({ name, description, icon, path, articleCount, articles }, at) => (
        <li key={path} className="min-w-0 border-t border-line pt-4">
          <h3 id={`branch-${at}`}>
            <a href={path} className="group flex items-start gap-3.5 wrap-anywhere">
              <CategoryIcon name={icon} />
              <span className="min-w-0 text-lead font-[550] group-hover:text-accent-ink">{name}</span>
            </a>
          </h3>
          <div className="ps-8">
            {description && <p className="text-ink-3 wrap-anywhere">{description}</p>}
            <Lines articles={articles} />
            {articleCount > articles.length && (
              <a
                href={path}
                id={`all-${at}`}
                aria-labelledby={`all-${at} branch-${at}`}
                className="inline-block py-1.5 font-medium text-accent-ink hover:underline"
                {...own}
              >
                {fill(words.all, { count: number(articleCount) })}
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Lines({ articles }: { articles: ArticleLine[] }) {
  const { tongue } = useTextLanguage()
  if (articles.length === 0) return null
  return (
    <ul className="mt-1 text-body">
      {articles.map(({ title, path, language }) => (
        <li key={path}>
          <a href={path} className="block py-1.5 wrap-anywhere hover:text-accent-ink" {...tongue(language)}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function Titles({ articles, timeZone }: { articles: ArticleLine[]; timeZone?: string }) {
  const { tongue } = useTextLanguage()
  return (
    <ul className="border-b border-line text-lead">
      {articles.map(({ title, path, language, publishedAt }) => (
        <li key={path} className="flex items-center gap-3 border-t border-line">
          <a href={path} className="min-w-0 flex-1 py-2.25 wrap-anywhere hover:text-accent-ink" {...tongue(language)}>
            {title}
          </a>
          {timeZone && (
            <When
              time={publishedAt}
              timeZone={timeZone}
              className="inline-block shrink-0 text-meta text-ink-3 first-letter:uppercase"
            />
          )}
        </li>
      ))}
    </ul>
  )
}

export function Entries({ articles }: { articles: ArticleLine[] }) {
  const { tongue } = useTextLanguage()
  return (
    <ul className="border-b border-line">
      {articles.map(({ title, path, language, excerpt }) => (
        <li key={path} className="border-t border-line">
          <a href={path} className="group block py-4" {...tongue(language)}>
            <span className="block text-lead font-[550] wrap-anywhere group-hover:text-accent-ink">{title}</span>
            {excerpt && <span className="line-clamp-2 text-body text-ink-2">{excerpt}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function Trail({ links }: { links: ReadingLink[] }) {
  const { frame, own, within } = useTextLanguage()
  return (
    <nav aria-label={frame.trail} {...own}>
      <ol className="flex flex-wrap gap-2 text-ink-3" {...within}>
        {links.map(({ href, label }, index) => (
          <li key={href} className="flex min-w-0 gap-2">
            {index > 0 && <span aria-hidden>/</span>}
            <a href={href} className="min-w-0 wrap-anywhere hover:text-ink" {...(index === 0 && own)}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function CategoryIcon({ name }: { name: CategoryCard['icon'] }) {
  return <Icon of={categoryShapes[name]} size={18} className="mt-0.75 text-accent-ink" />
}
