import { useSite } from '#web/lib/use-site.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Pane, Panes } from '#web/ui/page/panes.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { AppTiles } from './app-tiles.tsx'
import type { Home } from './load-home.ts'
import { Needs } from './needs.tsx'
import { SetUp } from './set-up.tsx'
import { TeamList } from './team-list.tsx'

/** The viewer's tasks across the apps, the remaining setup steps, and the apps. */
export function HomePage({ home }: { home: Home }) {
  return (
    <>
      <PageBar title="Dashboard" actions={<Today now={home.now} />} />
      <ScrollArea className="flex flex-col">
        <Panes layout="2-1">
          <div>
            <Pane title="Apps" flush>
              <AppTiles home={home} />
            </Pane>
            <Pane title="For you" flush>
              <Needs home={home} />
            </Pane>
          </div>
          <div>
            <SetUp home={home} />
            <TeamList home={home} />
          </div>
        </Panes>
      </ScrollArea>
    </>
  )
}

/** "Saturday 21 November in Lisbon" */
function Today({ now }: { now: string }) {
  const { timeZone } = useSite()
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(
    Date.parse(now),
  )
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return <span className="text-meta text-ink-3 max-md:hidden">{`${day.replace(',', '')} in ${place}`}</span>
}
