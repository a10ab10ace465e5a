import { errorCode } from '#server/platform/error-code.ts'
import { Refusal } from '#server/platform/refusal.ts'

const suspended = 'ST001'

export function refuseSuspended(error: unknown): never {
  if (errorCode(error) === suspended) throw new Refusal('workspace-suspended', { cause: error })
  throw error
}

export const isSuspension = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'workspace-suspended'
