import { Link, Outlet, useLocation } from 'react-router'
import { ThemeSwitch } from './account/theme-switch.tsx'
import { Logo } from './logo/logo.tsx'
import { CopyNotice } from './notices/copy-notice.tsx'

export default function AuthLayout() {
  const isOfCustomer = useLocation().pathname.startsWith('/customer/')
  return (
    <div className="grid min-h-dvh grid-cols-1 grid-rows-[minmax(72px,1fr)_auto_minmax(56px,1.5fr)] md:grid-cols-[minmax(0,1fr)_440px_minmax(0,1fr)] max-md:grid-rows-[72px_auto_1fr] max-md:bg-surface">
      <header className="flex items-end border-line px-5 pb-5 md:col-start-2 md:border-x md:px-10">
        {!isOfCustomer && (
          <Link to="/" className="inline-flex items-center gap-2 rounded-sm font-semibold">
            <Logo />
            Startup Tools
          </Link>
        )}
      </header>
      <div className="col-span-full border-y border-line max-md:border-b-0 md:grid md:grid-cols-subgrid">
        <main className="border-line bg-surface px-5 pt-8 pb-9 md:col-start-2 md:border-x md:px-10">
          <CopyNotice className="mb-6">Ask the operator for a sign-in code.</CopyNotice>
          <Outlet />
        </main>
      </div>
      <footer className="flex items-start border-line px-5 py-5 text-meta text-ink-3 md:col-start-2 md:border-x md:px-10">
        <ThemeSwitch className="touch-area inline-flex items-center gap-1.5 rounded-xs hover:text-ink" />
      </footer>
    </div>
  )
}
