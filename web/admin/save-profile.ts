import type { z } from 'zod'
import type { changeProfile } from '#contract/workspace/team.ts'
import { ask } from '#web/lib/write/ask.ts'

export const saveProfile = (body: z.input<typeof changeProfile.body>) =>
  ask<typeof changeProfile>('PATCH', '/api/v1/profile', { body, waits: true })
