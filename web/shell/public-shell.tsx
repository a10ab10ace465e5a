import { type ReactNode, useContext } from 'react'
import { Link, useLocation } from 'react-router'
import { accentRules } from '#web/lib/look/accent.ts'
import { NonceContext } from '#web/lib/nonce-context.ts'
import { classNames } from '#web/ui/class-names.ts'
import { GlyphSheet } from '#web/ui/mark/glyphs.tsx'
import { ThemeSwitch } from './account/theme-switch.tsx'
import { WorkspaceLogo } from './logo/workspace-logo.tsx'
import { CopyNotice } from './notices/copy-notice.tsx'
import { SkipLink } from './skip-link.tsx'
import type { Workspace } from './viewer.ts'

type Props = {
  workspace: Pick<Workspace, 'name' | 'logoUrl' | 'accentColor'>
  homeHref: string
  links: { href: string; label: string; shortLabel?: string }[]
  account: ReactNode
  children: ReactNode
}

export const PublicShell = ({ workspace, homeHref, links, account, children }: Props) => (
  <div className="flex min-h-dvh flex-col bg-surface">
    <AccentStyle color={workspace.accentColor} />
    <GlyphSheet />
    <SkipLink />
    <header className="border-b border-line">
      <div className="mx-auto flex h-15 max-w-270 items-center gap-3 px-4 md:px-8">
        <Link to={homeHref} className="flex min-w-0 items-center gap-2 rounded-sm text-body">
          <WorkspaceLogo workspace={workspace} ownMark />
          <span className="truncate font-semibold">{workspace.name}</span>
          <span className="text-ink-3 max-md:hidden">Support</span>
        </Link>
        <PublicNavigation links={links} />
        <div className="ml-auto flex shrink-0 items-center gap-2">{account}</div>
      </div>
    </header>
    <main
      id="main"
      tabIndex={-1}
      className="relative mx-auto [--page-head:80px] mb-16 w-full max-w-270 flex-1 px-4 outline-none md:px-8"
    >
      <CopyNotice className="mt-4" />
      {children}
    </main>
    <footer className="border-t border-line text-meta text-ink-3">
      <div className="mx-auto flex h-16 max-w-270 items-center gap-5 px-4 md:px-8">
        <span>{workspace.name} Support</span>
        <ThemeSwitch label="Theme" className="touch-area inline-flex items-center gap-1 rounded-xs hover:text-ink" />
      </div>
    </footer>
  </div>
)

function PublicNavigation({ links }: Pick<Props, 'links'>) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Pages" className="ml-2 flex h-full gap-4 md:ml-5 md:gap-5">
      {links.map(({ href, label, shortLabel }) => {
        const isCurrent = currentHref(links, pathname) === href
        return (
          <Link
            key={href}
            to={href}
            aria-current={isCurrent ? 'page' : undefined}
            className={classNames(
              '-mb-px inline-flex h-full items-center border-b-2 font-medium whitespace-nowrap',
              isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            <span className={shortLabel && 'max-md:sr-only'}>{label}</span>
            {shortLabel && (
              <span aria-hidden className="md:hidden">
                {shortLabel}
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}

const currentHref = (links: Props['links'], pathname: string) =>
  links
    .map(({ href }) => href)
    .filter((href) => pathname === href || pathname.startsWith(`${href}/`))
    .toSorted((a, b) => b.length - a.length)[0]

// Uses a style element with a nonce, because the content security policy forbids style attributes. Browsers hide the
// nonce, so hydration must not compare it.
function AccentStyle({ color }: { color: string | null }) {
  const nonce = useContext(NonceContext)
  const rules = accentRules(color)
  return rules ? (
    <style nonce={nonce} suppressHydrationWarning>
      {rules}
    </style>
  ) : null
}
