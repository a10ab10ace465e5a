import { readEmailAddress } from '#contract/email-address.ts'
import { findPendingChallenge } from '#server/workspace/identity/queries/sign-in.ts'
import { countWrongTry, invalidCode } from './check-code.ts'
import type { SignInCall } from './send-code.ts'
import { customerPurposes, signInCustomer, workspaceNamed } from './sign-in-customer.ts'
import { signIn, teamPurposes } from './sign-in-team.ts'

type SignInByAddressInput = { email: string; code: string; workspaceName?: string | undefined }

const refused = { ...invalidCode, userGuidId: null, purpose: null }

/**
 * Signs in with an address instead of an account id. An address without an open code counts as a wrong try, so that
 * nobody learns which addresses have a code.
 */
export async function signInByAddress(call: SignInCall, { email: typed, code, workspaceName }: SignInByAddressInput) {
  const { tx } = call
  const named = workspaceName === undefined ? undefined : await workspaceNamed(tx, workspaceName)
  const email = readEmailAddress(typed)
  const pending = email && (await findPendingChallenge(tx, email, named ? customerPurposes : teamPurposes, named?.id))
  const userGuidId = pending && (pending.customerId ?? pending.accountId)
  if (!userGuidId) {
    await countWrongTry(call)
    return refused
  }
  const { purpose } = pending
  const answer =
    purpose === 'customer-register' || purpose === 'customer-login'
      ? await signInCustomer(call, purpose, { userGuidId, code })
      : await signIn(call, purpose, { userGuidId, code })
  return answer.accessToken ? { ...answer, userGuidId, purpose } : refused
}
