import type { z } from 'zod'
import type { showOnboarding } from '#contract/overview/onboarding.ts'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

export type Step = z.output<typeof showOnboarding.answer>['steps'][number]

export const isDone = (steps: Step[], id: Step['id']) => steps.some((step) => step.id === id && step.isDone)

export function SetupNotice({ steps }: { steps: Step[] }) {
  if (isDone(steps, 'answer')) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section
      aria-label="Setup"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-2.5 md:px-5"
    >
      <span className="font-medium">Service is not set up yet</span>
      <ProgressBar label="Setup" value={done} max={steps.length} className="w-24" />
      <span className="text-ink-3 tabular-nums">
        {done} of {steps.length} steps done
      </span>
      <TextLink href="/service/onboarding" className="ml-auto">
        Continue setup
      </TextLink>
    </section>
  )
}
