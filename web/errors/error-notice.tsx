import { CloudOff, Lock, SearchX, Unplug } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import type { RootData } from '#web/lib/context.ts'
import { Logo } from '#web/shell/logo/logo.tsx'
import { Button, buttonLook } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { placeOf, wordsFor } from './error-words.ts'

const icons = { 'not-found': SearchX, 'no-access': Lock, offline: CloudOff, failed: Unplug }

export function ErrorNotice({ error }: { error: unknown }) {
  const { kind, title, text, requestId } = wordsFor(error)
  const { pathname, search } = useLocation()
  const canRetry = kind === 'failed' || kind === 'offline'
  return (
    <EmptyState
      level="h1"
      icon={icons[kind]}
      tone={canRetry ? 'error' : 'neutral'}
      title={title}
      actions={
        <>
          {canRetry && (
            <a href={pathname + search} onClick={reload} className={buttonLook({})}>
              Try now
            </a>
          )}
          <Button variant={canRetry ? 'ghost' : 'secondary'} href={homeOf(pathname)}>
            Back to the dashboard
          </Button>
        </>
      }
    >
      {text}
      {requestId && <span className="mt-1 block font-mono text-micro">Request {requestId}</span>}
    </EmptyState>
  )
}

/** Reloads the page and keeps its anchor. Without scripts, the link loads the URL without anchor. */
function reload(event: MouseEvent) {
  event.preventDefault()
  location.reload()
}

const homeOf = (pathname: string) =>
  pathname.startsWith('/customer')
    ? '/customer/dashboard'
    : pathname.startsWith('/knowledgebase')
      ? '/knowledgebase'
      : '/'

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
