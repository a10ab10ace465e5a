import { Logo } from '#web/shell/logo/logo.tsx'
import { ErrorNotice } from './error-notice.tsx'

/** An error where not even the shell is there. */
export const ErrorPage = ({ error }: { error: unknown }) => (
  <main className="flex min-h-dvh flex-col bg-surface">
    <a href="/" className="inline-flex h-15 items-center gap-2 self-start px-4 font-semibold md:px-8">
      <Logo />
      Startup Tools
    </a>
    <div className="grid flex-1 place-content-center pb-24">
      <ErrorNotice error={error} />
    </div>
  </main>
)
