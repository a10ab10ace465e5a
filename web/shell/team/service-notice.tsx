import type { Viewer } from '#web/shell/viewer.ts'
import { Banner } from '#web/ui/notice/banner.tsx'

/** Shown when the trial has ended and tickets are read-only. */
export function ServiceNotice({ viewer }: { viewer: Viewer }) {
  if (viewer.service?.state !== 'ended') return null
  return (
    <div className="shrink-0 border-b border-line p-2">
      <Banner tone="warning" title="The Service trial has ended.">
        Tickets are read-only until a plan is active. Customer messages still arrive, and nothing is deleted.
      </Banner>
    </div>
  )
}
