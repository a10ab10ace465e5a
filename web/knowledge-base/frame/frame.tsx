import { Globe, Search, SunMoon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReadingFrame, ReadingHead, ReadingLink } from '#contract/knowledge-base/reading.ts'
import { mostOfComment } from '#contract/texts.ts'
import { ButtonLink } from '#web/knowledge-base/parts/button-link.tsx'
import { useTextLanguage } from '#web/knowledge-base/parts/text-language.tsx'
import { accentRules } from '#web/lib/look/accent.ts'
import type { ScriptWords } from '#web/lib/reading-words/script-words.ts'
import { fill, languageName, numberIn } from '#web/lib/reading-words/words.ts'
import { SkipLink } from '#web/shell/skip-link.tsx'
import { Head, jsonIn } from './head.tsx'

type Props = { frame: ReadingFrame; head: ReadingHead; children: ReactNode }

export function Frame({ frame, head, children }: Props) {
  const said = useTextLanguage()
  return (
    <html lang={frame.language} dir={said.dir}>
      <Head frame={frame} head={head} />
      <body className="flex min-h-dvh flex-col bg-surface">
        <SkipLink {...said.own}>{said.frame.skip}</SkipLink>
        <TopBar frame={frame} />
        <main id="main" tabIndex={-1} className="mb-16 flex-1 outline-none">
          {children}
        </main>
        <Foot frame={frame} />
        <WordsOfScript />
      </body>
    </html>
  )
}

/**
 * Returns the styles of a page. They are inline, because a separate file would delay rendering, and the
 * Content-Security-Policy allows them by hash.
 */
export const stylesOf = ({ assets, workspace }: ReadingFrame) =>
  [assets.style, accentRules(workspace.accentColor)].filter((rules) => rules !== '')

function TopBar({ frame: { workspace, homePath, searchPath, headerLinks, viewer } }: { frame: ReadingFrame }) {
  const { frame: words, own, within } = useTextLanguage()
  return (
    <header className="border-b border-line">
      <div className="page-width flex h-15 items-center justify-between gap-3">
        <a href={homePath} className="flex min-w-0 items-center gap-2 rounded-sm text-body">
          <Mark {...workspace} />
          <span className="truncate font-semibold">{workspace.name}</span>
          <span className="text-ink-3" {...own}>
            {words.help}
          </span>
        </a>
        <nav
          aria-label={words.pages}
          {...own}
          className="no-print flex shrink-0 items-center gap-5 font-medium text-ink-2"
        >
          <a
            href={searchPath}
            aria-label={words.search}
            className="inline-flex items-center rounded-xs hover:text-ink touch:h-10"
          >
            <Search aria-hidden size={16} strokeWidth={1.75} />
          </a>
          <Links links={headerLinks} className="max-md:hidden" {...within} />
          {viewer === 'team' ? (
            <a href="/service/dashboard" lang="en" className="hover:text-ink">
              Service
            </a>
          ) : (
            <>
              <a href="/customer/tickets" className="hover:text-ink">
                {words.requests}
              </a>
              <ButtonLink href="/customer/tickets/create" className="text-ink max-md:hidden">
                {words.contact}
              </ButtonLink>
            </>
          )}
        </nav>
      </div>
    </header>
  )
}

const Mark = ({ name, logoUrl }: ReadingFrame['workspace']) =>
  logoUrl ? (
    <img src={logoUrl} alt="" width={24} height={24} className="size-6 shrink-0 rounded-sm object-cover" />
  ) : (
    <span
      aria-hidden
      className="grid size-6 shrink-0 place-items-center rounded-[5px] bg-teal-tint text-meta font-semibold text-teal-ink"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  )

type LinksProps = { links: ReadingLink[]; className?: string; lang?: string; dir?: 'ltr' | 'rtl' }

const Links = ({ links, className = '', ...tongue }: LinksProps) =>
  links.map(({ href, label }) => (
    <a key={href} href={href} className={`hover:text-ink ${className}`} {...tongue}>
      {label}
    </a>
  ))

function Foot({ frame: { workspace, footerLinks, editions } }: { frame: ReadingFrame }) {
  const { frame: words, own } = useTextLanguage()
  return (
    <footer className="no-print border-t border-line text-meta text-ink-3">
      <div className="page-width flex min-h-16 flex-wrap items-center gap-x-5 gap-y-2 py-3">
        <span {...own}>{fill(words.helpOf, { name: workspace.name })}</span>
        <Links links={footerLinks} />
        <button
          type="button"
          data-theme-switch
          {...own}
          hidden
          className="inline-flex items-center gap-1 rounded-xs hover:text-ink touch:h-10"
        >
          <SunMoon aria-hidden size={14} strokeWidth={1.75} />
          {words.theme}
        </button>
        {editions.length > 1 && (
          <div className="ms-auto">
            <nav aria-label={words.languages} {...own} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Globe aria-hidden size={14} strokeWidth={1.75} />
              {editions.map(({ language, path, isCurrent }) => (
                <a
                  key={language}
                  href={path}
                  lang={language}
                  hrefLang={language}
                  data-edition
                  aria-current={isCurrent ? 'true' : undefined}
                  className="hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
                >
                  {languageName(language)}
                </a>
              ))}
            </nav>
          </div>
        )}
      </div>
    </footer>
  )
}

function WordsOfScript() {
  const { faults, format, language, script, search } = useTextLanguage()
  const words: ScriptWords = {
    language,
    format,
    ...script,
    suggestions: search.suggestions,
    suggestionCount: search.suggestionCount,
    faults: { ...faults, comment: fill(faults.comment, { most: numberIn(format, mostOfComment) }) },
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can end
  return <script id="words" type="application/json" dangerouslySetInnerHTML={{ __html: jsonIn(words) }} />
}
