import { Lock, Users } from 'lucide-react'
import type { ReadingPages } from '#contract/reading.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Ask } from './parts/ask.tsx'
import { ButtonLink } from './parts/button-link.tsx'
import { Helpful } from './parts/helpful.tsx'
import { Trail } from './parts/lists.tsx'
import { When } from './parts/when.tsx'
import { languageName } from './parts/words.ts'

type Body = ReadingPages['article']['body']

export function Article({ body, frame }: ReadingPages['article']) {
  return (
    <div className="column grid items-start justify-between gap-8 pt-6 md:grid-cols-[minmax(0,640px)_160px] md:gap-10 md:pt-10 xl:grid-cols-[184px_minmax(0,592px)_160px]">
      <Beside beside={body.beside} />
      <article className="min-w-0">
        {body.previewUntil && (
          <p className="callout callout-note no-print mb-6 text-lead">
            This is a draft that was shared with you. Its link lasts until <When time={body.previewUntil} {...frame} />.
          </p>
        )}
        <Trail links={body.trail} />
        <h1 className="article-title wrap-anywhere">{body.title}</h1>
        <p className="flex flex-wrap items-center gap-x-1.5 text-ink-3">
          <span>
            Updated <When time={body.updatedAt} {...frame} />
          </span>
          <span aria-hidden>·</span>
          <span>{body.readMinutes} min read</span>
          <Standing body={body} />
        </p>
        {body.missingLanguage && (
          <p className="callout callout-note mt-6 text-lead">
            This article is not written in {languageName(body.missingLanguage)} yet. You are reading it in{' '}
            {languageName(frame.language)}.
          </p>
        )}
        {body.intro && <p className="intro">{body.intro}</p>}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from a checked document */}
        <div className="reading" lang={frame.language} dangerouslySetInnerHTML={{ __html: body.html }} />
        <Helpful body={body} frame={frame} />
        <Onward {...body} />
        <Related links={body.related} />
        <Ask title="Still need help?" href={body.askPath} />
      </article>
      <Contents {...body} />
    </div>
  )
}

const standings = {
  public: null,
  customers: [Users, 'Customers only'],
  team: [Lock, 'Team only'],
  unlisted: [Lock, 'By link only'],
} as const

/** What the team sees besides: who else may read it, and the way to its editor. */
function Standing({ body: { visibility, editPath } }: { body: Body }) {
  const standing = visibility && standings[visibility]
  const [Shape, label] = standing ?? []
  return (
    <>
      {Shape && (
        <span className="inline-flex h-5 items-center gap-1 rounded-full bg-grey-tint px-2 text-meta font-medium text-grey-ink">
          <Shape aria-hidden size={12} strokeWidth={2} />
          {label}
        </span>
      )}
      {editPath && (
        <ButtonLink href={editPath} className="no-print ml-auto">
          Edit
        </ButtonLink>
      )}
    </>
  )
}

const Beside = ({ beside }: Pick<Body, 'beside'>) => (
  <div className="no-print text-base/4.5 max-xl:hidden xl:sticky xl:top-10">
    {beside && (
      <nav aria-label={beside.name}>
        <p className="mb-2 text-meta font-[550]">
          <a href={beside.path} className="hover:text-accent-ink">
            {beside.name}
          </a>
        </p>
        <ul>
          {beside.articles.map(({ href, label, isCurrent }) => (
            <li key={href}>
              <a
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  'block border-l py-1.5 pl-3 wrap-anywhere',
                  isCurrent
                    ? 'border-accent font-[550] text-accent-ink shadow-[inset_1px_0_0_var(--st-accent)]'
                    : 'border-line text-ink-2 hover:text-ink',
                )}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    )}
  </div>
)

/** The headings of the text; the page's script marks the one that is being read, and adds what only a script can do. */
const Contents = ({ contents, markdownPath }: Pick<Body, 'contents' | 'markdownPath'>) => (
  <aside className="no-print text-base/4.5 max-md:hidden md:sticky md:top-10">
    {contents.length > 1 && (
      <nav aria-labelledby="on-this-page" data-contents>
        <h2 id="on-this-page" className="mb-2 text-meta font-[550]">
          On this page
        </h2>
        <ul>
          {contents.map(({ text, anchor, level }) => (
            <li key={anchor}>
              <a
                href={`#${encodeURIComponent(anchor)}`}
                className={classNames(
                  'block py-1.25 wrap-anywhere text-ink-3 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink',
                  level > 2 && 'pl-3',
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
        Print
      </button>
      {markdownPath && (
        <button type="button" data-markdown={markdownPath} hidden className="py-1.25 text-ink-3 hover:text-ink">
          Copy as Markdown
        </button>
      )}
    </div>
  </aside>
)

const Onward = ({ previous, next }: Pick<Body, 'previous' | 'next'>) =>
  (previous || next) && (
    <nav aria-label="Next and previous" className="no-print mt-10 flex gap-6 border-t border-line pt-4 text-lead">
      {previous && (
        <a href={previous.href} rel="prev" className="group min-w-0 flex-1 wrap-anywhere">
          <span className="block text-base text-ink-3">Previous</span>
          <span className="group-hover:text-accent-ink">{previous.label}</span>
        </a>
      )}
      {next && (
        <a href={next.href} rel="next" className="group ml-auto min-w-0 flex-1 text-right wrap-anywhere">
          <span className="block text-base text-ink-3">Next</span>
          <span className="group-hover:text-accent-ink">{next.label}</span>
        </a>
      )}
    </nav>
  )

const Related = ({ links }: { links: Body['related'] }) =>
  links.length > 0 && (
    <section aria-labelledby="related" className="no-print mt-8">
      <h2 id="related" className="mb-2 text-title font-semibold">
        Read next
      </h2>
      <ul className="border-b border-line text-lead">
        {links.map(({ href, label }) => (
          <li key={href} className="border-t border-line">
            <a href={href} className="block py-2.25 wrap-anywhere hover:text-accent-ink">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
