import { CloudOff, Lock, SearchX, Unplug } from 'lucide-react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { wordsFor } from './error-words.ts'

const icons = { 'not-found': SearchX, 'no-access': Lock, offline: CloudOff, failed: Unplug }

/** Stands where the page would: alone, or inside its shell. */
export function ErrorNotice({ error }: { error: unknown }) {
  const { kind, title, text, requestId } = wordsFor(error)
  const { pathname } = useLocation()
  const canRetry = kind === 'failed' || kind === 'offline'
  return (
    <EmptyState
      level="h1"
      icon={icons[kind]}
      tone={canRetry ? 'error' : 'neutral'}
      title={title}
      actions={
        <>
          {canRetry && <Button onClick={() => location.reload()}>Try now</Button>}
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

const homeOf = (pathname: string) =>
  pathname.startsWith('/customer')
    ? '/customer/dashboard'
    : pathname.startsWith('/knowledgebase')
      ? '/knowledgebase'
      : '/'
