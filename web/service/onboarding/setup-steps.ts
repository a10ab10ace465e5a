import type { z } from 'zod'
import type { showOnboarding } from '#contract/tickets.ts'

export type Step = z.output<typeof showOnboarding.answer>['steps'][number]

/** The knowledge base is not built yet, so its step waits outside of the count. */
export const stepsToDo = (steps: Step[]) => steps.filter(({ id }) => id !== 'article')

export const isDone = (steps: Step[], id: Step['id']) => steps.some((step) => step.id === id && step.isDone)
