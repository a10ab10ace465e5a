import { Outlet } from 'react-router'
import { ErrorNotice } from '#web/errors/error-notice.tsx'
import { errorTitle, placeOf } from '#web/errors/error-words.ts'
import type { RootData } from '#web/lib/context.ts'
import { useFocusKept } from '#web/lib/look/use-focus-kept.ts'
import { useHeadingFocus } from '#web/lib/look/use-heading-focus.ts'
import type { Route } from './+types/page-boundary.ts'
import { ComingPage } from './coming-page.tsx'

export const meta: Route.MetaFunction = ({ error, matches, location }) => {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  return error ? [{ title: errorTitle(error, placeOf(location.pathname, root).name) }] : []
}

/** Keeps the shell around a failed or slow page, and moves the focus between pages. */
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
