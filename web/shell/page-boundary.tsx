import { useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { ErrorNotice } from '#web/errors/error-notice.tsx'
import { errorTitle, placeOf } from '#web/errors/error-words.ts'
import { useFocusKept } from '#web/lib/look/use-focus-kept.ts'
import { useHeadingFocus } from '#web/lib/look/use-heading-focus.ts'
import type { Route } from './+types/page-boundary.ts'

export const meta: Route.MetaFunction = ({ error, matches, location }) =>
  error ? [{ title: errorTitle(error, placeOf(location.pathname, matches[0].loaderData).name) }] : []

export default function PageBoundary() {
  useHeadingFocus()
  useFocusKept()
  return (
    <>
      <Outlet />
      <ComingPage />
    </>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <div className="grid min-h-60 flex-1 place-content-center">
    <ErrorNotice error={error} />
  </div>
)

const patienceMs = 150

/** Shows that another page is loading. If only the query changes, the old data stays visible. */
function ComingPage() {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const isLate = useIsLate(state !== 'idle')
  // Only a navigation to another page covers the rows. A submitted form and a new draft stay visible.
  const isAnother = state === 'loading' && location.pathname !== pathname && !location.state?.isCreated
  return (
    <>
      {isLate && <LoadingLine />}
      {isLate && isAnother && <LoadingRows />}
      <span role="status" className="sr-only">
        {isLate && 'Loading'}
      </span>
    </>
  )
}

/** Returns true only if loading takes longer than a short time, so that a fast navigation does not flicker. */
function useIsLate(isComing: boolean) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isComing) return
    const timer = setTimeout(() => setIsLate(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isComing])
  return isComing && isLate
}

const LoadingLine = () => (
  <div
    role="progressbar"
    aria-label="Loading the page"
    className="absolute inset-x-0 top-0 z-3 h-0.5 animate-loading bg-accent"
  />
)

const LoadingRows = () => <div aria-hidden="true" className="loading-rows" />
