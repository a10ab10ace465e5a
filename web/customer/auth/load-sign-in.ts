import { data, type RouterContextProvider } from 'react-router'
import { site } from '#web/lib/context.ts'
import { readCookie } from '#web/lib/cookies.ts'

/** Loads the data of the sign-in page. `leaves`: domain of the workspace to be signed out of, or null. */
export function loadSignIn(context: Readonly<RouterContextProvider>, request: Request) {
  const { workspace } = context.get(site)
  if (!workspace) throw data(null, 404)
  const { name, domain, logoUrl } = workspace
  const { searchParams } = new URL(request.url)
  const kept = new URLSearchParams([...searchParams].filter(([key]) => key === 'next' || key === 'switch'))
  const other = readCookie(request.headers.get('cookie'), 'workspace_domain')
  const leaves = searchParams.get('switch') === '1' && other && other !== domain ? other : null
  return { workspace: { name, domain, logoUrl }, search: kept.size > 0 ? `?${kept}` : '', leaves }
}
