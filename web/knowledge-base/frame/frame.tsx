import { Globe, Search, SunMoon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReadingFrame, ReadingHead, ReadingLink } from '#contract/reading.ts'
import { ButtonLink } from '#web/knowledge-base/parts/button-link.tsx'
import { languageName } from '#web/knowledge-base/parts/words.ts'
import { accentRules } from '#web/lib/look/accent.ts'
import { SkipLink } from '#web/shell/skip-link.tsx'
import { Head } from './head.tsx'

type Props = { frame: ReadingFrame; head: ReadingHead; children: ReactNode }

/** A whole page: the workspace's name, logo and colour around what is read. */
export const Frame = ({ frame, head, children }: Props) => (
  <html lang={frame.language}>
    <Head frame={frame} head={head} />
    <body className="flex min-h-dvh flex-col bg-surface">
      <SkipLink />
      <TopBar frame={frame} />
      <main id="main" tabIndex={-1} className="mb-16 flex-1 outline-none">
        {children}
      </main>
      <Foot frame={frame} />
    </body>
  </html>
)

export const accentOf = ({ workspace }: ReadingFrame) => accentRules(workspace.accentColor)

const TopBar = ({ frame: { workspace, homePath, searchPath, headerLinks, viewer } }: { frame: ReadingFrame }) => (
  <header className="border-b border-line">
    <div className="column flex h-15 items-center gap-3">
      <a href={homePath} className="flex min-w-0 items-center gap-2 rounded-sm text-body">
        <Mark {...workspace} />
        <span className="truncate font-semibold">{workspace.name}</span>
        <span className="text-ink-3">Help</span>
      </a>
      <nav aria-label="Pages" className="no-print ml-auto flex shrink-0 items-center gap-5 font-medium text-ink-2">
        <a
          href={searchPath}
          aria-label="Search"
          className="inline-flex items-center rounded-xs hover:text-ink touch:h-10"
        >
          <Search aria-hidden size={16} strokeWidth={1.75} />
        </a>
        <Links links={headerLinks} className="max-md:hidden" />
        {viewer === 'team' ? (
          <a href="/service/dashboard" className="hover:text-ink">
            Service
          </a>
        ) : (
          <>
            <a href="/customer/tickets" className="hover:text-ink">
              My requests
            </a>
            <ButtonLink href="/customer/tickets/create" className="text-ink max-md:hidden">
              Contact support
            </ButtonLink>
          </>
        )}
      </nav>
    </div>
  </header>
)

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

const Links = ({ links, className = '' }: { links: ReadingLink[]; className?: string }) =>
  links.map(({ href, label }) => (
    <a key={href} href={href} className={`hover:text-ink ${className}`}>
      {label}
    </a>
  ))

const Foot = ({ frame: { workspace, footerLinks, editions } }: { frame: ReadingFrame }) => (
  <footer className="no-print border-t border-line text-meta text-ink-3">
    <div className="column flex min-h-16 flex-wrap items-center gap-x-5 gap-y-2 py-3">
      <span>{workspace.name} Help</span>
      <Links links={footerLinks} />
      <button
        type="button"
        data-theme-switch
        hidden
        className="inline-flex items-center gap-1 rounded-xs hover:text-ink touch:h-10"
      >
        <SunMoon aria-hidden size={14} strokeWidth={1.75} />
        Theme
      </button>
      {editions.length > 1 && (
        <nav aria-label="Languages" className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
          <Globe aria-hidden size={14} strokeWidth={1.75} />
          {editions.map(({ language, path, isCurrent }) => (
            <a
              key={language}
              href={path}
              lang={language}
              hrefLang={language}
              aria-current={isCurrent ? 'true' : undefined}
              className="hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
            >
              {languageName(language)}
            </a>
          ))}
        </nav>
      )}
    </div>
  </footer>
)
