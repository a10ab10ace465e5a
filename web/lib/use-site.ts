import { useRouteLoaderData } from 'react-router'
import type { RootData } from './context.ts'

type ShellData = { viewer: { timeZone: string | null } } | null

/** Returns the site. `timeZone` is for display, if possible the member's. `workspaceTimeZone` is for schedules. */
export function useSite() {
  const root = useRouteLoaderData<RootData>('root')
  const shell = useRouteLoaderData<ShellData>('shell/team-layout')
  if (!root) throw new Error('useSite is for pages whose root has loaded')
  const { site } = root
  const timeZone = shell ? (shell.viewer.timeZone ?? site.workspace?.timeZone) : undefined
  const shownZone = timeZone ?? root.timeZone
  return { ...site, timeZone: shownZone, workspaceTimeZone: site.workspace?.timeZone ?? shownZone }
}
