import { showContentReport } from '#contract/content/entries.ts'
import { listContentModels } from '#contract/content/models.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import type { Route } from './+types/dashboard.ts'
import { DashboardPage } from './dashboard-page.tsx'

export const meta = () => [{ title: 'Headless CMS · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [report, models, viewer] = await Promise.all([
    call(showContentReport, {}),
    call(listContentModels, { query: {} }),
    call(showViewer, {}),
  ])
  const listed = models.items.filter(({ kind }) => kind !== 'component')
  return {
    report,
    models: listed.map(({ key, name, entryCount }) => ({ key, name, entryCount })),
    isAdmin: viewer.isAdmin,
  }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  useLiveReload(({ type }) => type.startsWith('entry.') || type === 'content-model.changed')
  return <DashboardPage {...loaderData} />
}
