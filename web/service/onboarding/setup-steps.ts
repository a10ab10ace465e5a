import type { z } from 'zod'
import type { showOnboarding } from '#contract/overview/onboarding.ts'

export type Step = z.output<typeof showOnboarding.answer>['steps'][number]

export const isDone = (steps: Step[], id: Step['id']) => steps.some((step) => step.id === id && step.isDone)
