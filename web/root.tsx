import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, redirect, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { guardRedirect, type RootData, site } from '#web/lib/context.ts'
import { readCookie } from '#web/lib/cookies.ts'
import { ToastProvider } from '#web/ui/notice/toast.tsx'
import type { Route } from './+types/root.ts'
import { isAppleRequest } from './lib/is-apple-request.ts'
import { themeAttribute, themeOf, useTheme } from './lib/look/theme.ts'
import { isTimeZone } from './lib/words/format.ts'
import { stayLoaded } from './lib/write/stay-loaded.ts'
import './app.css'
import { ErrorPage } from '#web/errors/error-notice.tsx'
import { errorTitle, placeOf } from './errors/error-words.ts'
import geistUrl from './fonts/geist-latin.woff2?url'
import { ComingMark } from './shell/coming-mark.tsx'
import { OfflineNotice } from './shell/notices/offline-notice.tsx'
import { LongPasteNotice } from './ui/notice/long-paste-notice.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: geistUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: Route.MetaFunction = ({ error, loaderData, location }) => [
  { title: error ? errorTitle(error, placeOf(location.pathname, loaderData).name) : 'Startup Tools' },
]

/** Applies the redirect of the server's guard to client navigations too. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    const target = context.get(guardRedirect)
    if (target) throw redirect(target)
  },
]

export const shouldRevalidate = stayLoaded

export function loader({ context, request }: Route.LoaderArgs): RootData {
  const cookies = request.headers.get('cookie')
  const here = context.get(site)
  const timeZone = readCookie(cookies, 'timezone')
  return {
    site: here,
    theme: themeOf(cookies),
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : (here.workspace?.timeZone ?? 'UTC'),
    isApple: isAppleRequest(request.headers),
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>('root')
  const [theme] = useTheme()
  return (
    <html lang="en" data-theme={themeAttribute(theme)} data-platform={root?.isApple ? 'apple' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {/* Blocks the first render until the whole page has arrived. Columns are as wide as their content, so they would move with each new row. */}
        <link rel="expect" href="#whole" blocking="render" />
      </head>
      <body>
        {children}
        <template id="whole" />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  // React runs the effects of the children first, so the page is interactive now. The browser's developer tools show
  // this mark.
  useEffect(() => void performance.mark('interactive'), [])
  return (
    <ToastProvider>
      <OfflineNotice />
      <ComingMark />
      <LongPasteNotice />
      <Outlet />
    </ToastProvider>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <ErrorPage error={error} />
