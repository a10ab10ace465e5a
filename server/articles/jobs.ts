import { keepPlan } from './publication/plan.ts'

export const articleJobs = [keepPlan]
