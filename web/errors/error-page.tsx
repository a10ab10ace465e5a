import { useLocation, useRouteLoaderData } from 'react-router'
import type { RootData } from '#web/lib/context.ts'
import { Logo } from '#web/shell/logo/logo.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { placeOf } from './error-words.ts'

/** An error without the shell. */
export function ErrorPage({ error }: { error: unknown }) {
  const root = useRouteLoaderData<RootData>('root')
  const { pathname } = useLocation()
  const { name, isOfCustomers } = placeOf(pathname, root)
  return (
    <main className="flex min-h-dvh flex-col bg-surface">
      <a
        href={isOfCustomers ? '/customer/dashboard' : '/'}
        className="inline-flex h-15 items-center gap-2 self-start px-4 font-semibold md:px-8"
      >
        {!isOfCustomers && <Logo />}
        {name}
      </a>
      <div className="grid flex-1 place-content-center pb-24">
        <ErrorNotice error={error} />
      </div>
    </main>
  )
}
