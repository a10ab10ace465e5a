import { showOnboarding } from '#contract/overview/onboarding.ts'
import { showWorkspace } from '#contract/workspace/settings.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/onboarding.ts'
import { SetupList } from './setup-list.tsx'

export const meta = () => [{ title: 'Set up Service · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { isAdmin, email } = await requireService(context)
  const { call } = context.get(api)
  const [{ steps, supportAddress }, { supportName }] = await Promise.all([
    call(showOnboarding, {}),
    call(showWorkspace, {}),
  ])
  return { steps, supportAddress, supportName, isAdmin, email }
}

export default function Onboarding({ loaderData }: Route.ComponentProps) {
  useLiveReload()
  const { steps } = loaderData
  const done = steps.filter(({ isDone }) => isDone).length
  const isAllDone = done === steps.length
  return (
    <>
      <PageBar
        title="Set up Service"
        actions={
          !isAllDone && (
            <Button variant="ghost" href="/service/dashboard">
              Finish later
            </Button>
          )
        }
      />
      <ScrollArea>
        <div className="mx-auto w-full max-w-160 px-4 pt-8 pb-12 md:px-8 md:pt-12">
          <Heading isAllDone={isAllDone} />
          <div className="mt-5 mb-4 flex items-center gap-3">
            <ProgressBar label="Setup" value={done} max={steps.length} className="flex-1" />
            <span className="text-meta text-ink-3 tabular-nums">
              {done} of {steps.length} steps done
            </span>
          </div>
          <SetupList {...loaderData} />
          {isAllDone && (
            <Button variant="primary" size="lg" className="mt-6" href="/service/dashboard">
              Go to the dashboard
            </Button>
          )}
        </div>
      </ScrollArea>
    </>
  )
}

const Heading = ({ isAllDone }: { isAllDone: boolean }) => (
  <>
    <h2 className="text-head font-semibold">{isAllDone ? 'Service is set up' : 'Set up in a few minutes'}</h2>
    <p className="mt-1 text-body text-ink-2">
      {isAllDone
        ? 'You replied to a ticket and wrote an article. You are ready for customers.'
        : 'You can stop at any time and continue from the dashboard.'}
    </p>
  </>
)
