import { useRouteLoaderData } from 'react-router'
import type { Viewer, Workspace } from '#web/shell/viewer.ts'

export function useCustomer() {
  const loaded = useRouteLoaderData<{ viewer: Viewer; workspace: Workspace }>('shell/customer-layout')
  if (!loaded) throw new Error('useCustomer is for pages of the customer area')
  return loaded
}
