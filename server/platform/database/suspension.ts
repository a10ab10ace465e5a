import { Refusal } from '#server/platform/refusal.ts'

/** What the doors of a workspace raise that the operator suspended. */
const suspended = 'ST001'

/** Whoever comes to a workspace that is suspended is told so. */
export function refuseSuspended(error: unknown): never {
  if ((error as { code?: string }).code === suspended) throw new Refusal('workspace-suspended', { cause: error })
  throw error
}

export const isSuspension = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'workspace-suspended'
