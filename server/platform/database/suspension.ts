import { Refusal } from '#server/platform/refusal.ts'

/** The error that the database raises on entering a suspended workspace. */
const suspended = 'ST001'

export function refuseSuspended(error: unknown): never {
  if ((error as { code?: string }).code === suspended) throw new Refusal('workspace-suspended', { cause: error })
  throw error
}

export const isSuspension = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'workspace-suspended'
