import type { z } from 'zod'
import type { Viewer as ViewerAnswer } from '#contract/workspace/session.ts'

export type Viewer = z.output<typeof ViewerAnswer>
export type Workspace = NonNullable<Viewer['workspace']>

export type TeamInfo = { name: string; surname: string; email: string } | null
