import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'

const count = 3

/** The progress of a founder: address, code, workspace. */
export const Steps = ({ current }: { current: 1 | 2 | 3 }) => (
  <div className="mb-6 flex items-center gap-3">
    <span className="text-meta text-ink-3 tabular-nums">{`Step ${current} of ${count}`}</span>
    <ProgressBar label="Steps" value={current} max={count} className="flex-1" />
  </div>
)
