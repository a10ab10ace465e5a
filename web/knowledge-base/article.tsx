import { Lock, Users } from 'lucide-react'
import type { ReadingPages, TextLink } from '#contract/knowledge-base/reading.ts'
import { fill } from '#web/lib/reading-words/words.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Ask } from './parts/ask.tsx'
import { ButtonLink } from './parts/button-link.tsx'
import { Helpful } from './parts/helpful.tsx'
import { Trail } from './parts/lists.tsx'
import { Remark } from './parts/remark.tsx'
import { Phrase, useTextLanguage, When } from './parts/text-language.tsx'

type ArticleBody = ReadingPages['article']['body']

export function Article({ body, frame }: ReadingPages['article']) {
  const written = useTextLanguage().tongue(body.language)
  return (
    <div className="page-width grid items-start justify-between gap-8 pt-6 md:grid-cols-[minmax(0,640px)_160px] md:gap-10 md:pt-10 xl:grid-cols-[184px_minmax(0,592px)_160px]">
      <Beside beside={body.beside} />
      <article className="min-w-0">
        {body.previewUntil && <Draft until={body.previewUntil} frame={frame} />}
        <Trail links={body.trail} />
        <h1 className="article-title wrap-anywhere" {...written}>
          {body.title}
        </h1>
        <Dating body={body} frame={frame} />
        {body.language !== frame.language && <Untranslated body={body} frame={frame} />}
        {body.intro && (
          <p className="intro" {...written}>
            {body.intro}
          </p>
        )}
        <Text body={body} />
        <Helpful body={body} frame={frame} />
        <Remark body={body} />
        <Onward {...body} />
        <Related links={body.related} />
        <Ask title="needHelp" href={body.askPath} />
      </article>
      <Contents {...body} />
    </div>
  )
}

const Text = ({ body: { html, language } }: { body: ArticleBody }) => {
  const tongue = { ...useTextLanguage().tongue(language), lang: language }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from a checked document
  return <div className="reading" {...tongue} dangerouslySetInnerHTML={{ __html: html }} />
}

type ArticleProps = { body: ArticleBody; frame: ReadingPages['article']['frame'] }

function Draft({ until, frame: { timeZone } }: Pick<ArticleProps, 'frame'> & { until: string }) {
  const { article, date, own, within } = useTextLanguage()
  const day = (
    <time dateTime={until} {...within}>
      {date(until, timeZone)}
    </time>
  )
  return (
    <p className="callout callout-note no-print mb-6 text-lead" {...own}>
      <Phrase text={article.draft} parts={{ date: day }} />
    </p>
  )
}

function Dating({ body, frame: { timeZone } }: ArticleProps) {
  const { article, own, tell } = useTextLanguage()
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-ink-3" {...own}>
      <span>
        <Phrase text={article.updated} parts={{ date: <When time={body.updatedAt} timeZone={timeZone} /> }} />
      </span>
      <span aria-hidden>·</span>
      <span>{tell(article.minutes, body.readMinutes)}</span>
      <Standing body={body} />
    </p>
  )
}

function Untranslated({ body, frame }: ArticleProps) {
  const { article, nameOf, own } = useTextLanguage()
  return (
    <p className="callout callout-note mt-6 text-lead" {...own}>
      {fill(article.untranslated, { language: nameOf(frame.language), shown: nameOf(body.language) })}
    </p>
  )
}

const standings = {
  public: null,
  customers: [Users, 'customersOnly'],
  team: [Lock, 'teamOnly'],
  unlisted: [Lock, 'byLinkOnly'],
} as const

function Standing({ body: { visibility, editPath } }: { body: ArticleBody }) {
  const { article } = useTextLanguage()
  const standing = visibility && standings[visibility]
  const [Shape, label] = standing ?? []
  return (
    <>
      {Shape && (
        <span className="inline-flex h-5 items-center gap-1 rounded-full bg-grey-tint px-2 text-meta font-medium text-grey-ink">
          <Shape aria-hidden size={12} strokeWidth={2} />
          {label && article[label]}
        </span>
      )}
      {editPath && (
        <ButtonLink href={editPath} className="no-print ms-auto">
          {article.edit}
        </ButtonLink>
      )}
    </>
  )
}

function Beside({ beside }: Pick<ArticleBody, 'beside'>) {
  const { tongue, category, number, own } = useTextLanguage()
  return (
    <div className="no-print text-base/4.5 max-xl:hidden xl:sticky xl:top-10">
      {beside && (
        <nav aria-label={beside.name}>
          <p className="mb-2 text-meta font-[550]">
            <a href={beside.path} className="hover:text-accent-ink">
              {beside.name}
            </a>
          </p>
          <ul>
            {beside.articles.map(({ href, label, language, isCurrent }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={isCurrent ? 'page' : undefined}
                  {...tongue(language)}
                  className={classNames(
                    'block border-s py-1.5 ps-3 wrap-anywhere',
                    isCurrent
                      ? 'border-accent font-[550] text-accent-ink shadow-[inset_1px_0_0_var(--st-accent)] rtl:shadow-[inset_-1px_0_0_var(--st-accent)]'
                      : 'border-line text-ink-2 hover:text-ink',
                  )}
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
          {beside.count > beside.articles.length && (
            <a
              href={beside.path}
              className="mt-1 inline-block py-1.5 font-medium text-accent-ink hover:underline"
              {...own}
            >
              {fill(category.all, { count: number(beside.count) })}
            </a>
          )}
        </nav>
      )}
    </div>
  )
}

function Contents({ contents, markdownPath, language }: Pick<ArticleBody, 'contents' | 'markdownPath' | 'language'>) {
  const { article, own, tongue, language: spoken } = useTextLanguage()
  return (
    <aside className="no-print text-base/4.5 max-md:hidden md:sticky md:top-10" {...own}>
      {contents.length > 1 && (
        <nav aria-labelledby="on-this-page" data-contents>
          <h2 id="on-this-page" className="mb-2 text-meta font-[550]">
            {article.contents}
          </h2>
          <ul {...tongue(language, spoken)}>
            {contents.map(({ text, anchor, level }) => (
              <li key={anchor}>
                <a
                  href={`#${encodeURIComponent(anchor)}`}
                  className={classNames(
                    'block py-1.25 wrap-anywhere text-ink-3 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink',
                    level > 2 && 'ps-3',
                  )}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="mt-3 flex flex-col items-start">
        <button type="button" data-print hidden className="py-1.25 text-ink-3 hover:text-ink">
          {article.print}
        </button>
        {markdownPath && (
          <button type="button" data-markdown={markdownPath} hidden className="py-1.25 text-ink-3 hover:text-ink">
            {article.copyMarkdown}
          </button>
        )}
      </div>
    </aside>
  )
}

function Onward({ previous, next }: Pick<ArticleBody, 'previous' | 'next'>) {
  const { article, own } = useTextLanguage()
  if (!previous && !next) return null
  return (
    <nav aria-label={article.onward} {...own} className="no-print mt-10 flex gap-6 border-t border-line pt-4 text-lead">
      {previous && <Neighbour link={previous} rel="prev" label={article.previous} />}
      {next && <Neighbour link={next} rel="next" label={article.next} className="ms-auto text-end" />}
    </nav>
  )
}

type NeighbourProps = { link: TextLink; rel: 'prev' | 'next'; label: string; className?: string }

function Neighbour({ link, rel, label, className }: NeighbourProps) {
  const { language, tongue } = useTextLanguage()
  return (
    <a href={link.href} rel={rel} className={classNames('group min-w-0 flex-1 wrap-anywhere', className)}>
      <span className="block text-base text-ink-3">{label}</span>
      <span className="group-hover:text-accent-ink" {...tongue(link.language, language)}>
        {link.label}
      </span>
    </a>
  )
}

function Related({ links }: { links: ArticleBody['related'] }) {
  const { article, own, tongue } = useTextLanguage()
  if (links.length === 0) return null
  return (
    <section aria-labelledby="related" className="no-print mt-8">
      <h2 id="related" className="mb-2 text-title font-semibold" {...own}>
        {article.related}
      </h2>
      <ul className="border-b border-line text-lead">
        {links.map(({ href, label, language }) => (
          <li key={href} className="border-t border-line">
            <a href={href} className="block py-2.25 wrap-anywhere hover:text-accent-ink" {...tongue(language)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
