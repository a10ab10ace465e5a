import { useRouteLoaderData } from 'react-router'
import type { RootData } from './context.ts'

/** Where this page is served, and the time zone its times are shown in. */
export function useSite() {
  const root = useRouteLoaderData<RootData>('root')
  if (!root) throw new Error('useSite is for pages whose root has loaded')
  return { ...root.site, timeZone: root.timeZone }
}
