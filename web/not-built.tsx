import { BookOpen, Layers } from 'lucide-react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { appAt, currentEntry, sidebarOf } from './shell/navigation/navigation.ts'

export const meta = () => [{ title: 'Not built yet · Startup Tools' }]

/** The one page behind all addresses whose screens are not built yet. */
export default function NotBuilt() {
  const { pathname } = useLocation()
  const app = appAt(pathname)
  const title = currentEntry(sidebarOf(app.id, { isAdmin: true, isHrAdmin: true }), pathname)?.name ?? app.name
  const isKnowledgeBase = app.id === 'service'
  return (
    <>
      <PageBar title={title} />
      <ScrollArea className="grid place-content-center">
        <EmptyState
          icon={isKnowledgeBase ? BookOpen : Layers}
          title={isKnowledgeBase ? 'This page is not built yet' : 'Headless CMS is not built yet'}
          actions={
            <Button href={isKnowledgeBase ? '/service/knowledgebase/admin/articles' : '/'}>
              {isKnowledgeBase ? 'Go to the articles' : 'Back to the dashboard'}
            </Button>
          }
        >
          {isKnowledgeBase
            ? 'The overview and the categories of the knowledge base will be here. Articles are listed and written already.'
            : 'Structured content and media will live here. The other apps work without it.'}
        </EmptyState>
      </ScrollArea>
    </>
  )
}
