import { Layers } from 'lucide-react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { appById, currentEntry, sidebarOf } from './shell/navigation/navigation.ts'

export const meta = () => [{ title: 'Not built yet · Startup Tools' }]

/** The one page behind all addresses of the CMS, whose screens are not built yet. */
export default function NotBuilt() {
  const { pathname } = useLocation()
  const { id, name } = appById('cms')
  const title = currentEntry(sidebarOf(id, { isAdmin: true, isHrAdmin: true }), pathname)?.name ?? name
  return (
    <>
      <PageBar title={title} />
      <ScrollArea className="grid place-content-center">
        <EmptyState
          icon={Layers}
          title="Headless CMS is not built yet"
          actions={<Button href="/">Back to the dashboard</Button>}
        >
          Structured content and media will live here. The other apps work without it.
        </EmptyState>
      </ScrollArea>
    </>
  )
}
