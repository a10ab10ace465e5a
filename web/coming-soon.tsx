import { Lock } from 'lucide-react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button/button.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { appAt, sidebarOf } from './shell/navigation/navigation.ts'

export const meta = () => [{ title: 'Coming soon · Startup Tools' }]

export default function ComingSoon() {
  const { pathname, search } = useLocation()
  const app = appAt(pathname, search)
  const wanted = new URLSearchParams(search).get('entry')
  const entry = sidebarOf(app.id, { isAdmin: true, isHrAdmin: true }).find(
    ({ name, locked }) => locked && name === wanted,
  )
  return (
    <>
      <PageBar title={entry?.name ?? 'Coming soon'} badge={entry && <Pill tone="grey">Coming soon</Pill>} />
      <ScrollArea className="grid place-content-center">
        <EmptyState
          icon={entry?.icon ?? Lock}
          title={entry ? `${entry.name} will be part of ${app.name}` : 'Not available yet'}
          actions={
            <Button href={entry ? app.href : '/'}>{entry ? `More about ${app.name}` : 'Back to the dashboard'}</Button>
          }
        >
          {entry
            ? `${entry.description}. It is not built yet.`
            : 'Sales and HR are not built yet. Their dashboards show what is planned.'}
        </EmptyState>
      </ScrollArea>
    </>
  )
}
