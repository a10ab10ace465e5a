import { randomInt } from 'node:crypto'
import { systemActor } from '#contract/events.ts'
import { codeLifeMinutes } from '#contract/workspace/identity.ts'
import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { insertAccount, listOpenInvitations } from '#server/workspace/accounts/accounts.ts'
import { isInvited } from '#server/workspace/accounts/registration.ts'
import { recordAudit } from '#server/workspace/audit/record-audit.ts'
import {
  findAccountByEmail,
  findDomain,
  findMember,
  insertChallenge,
  insertSignInLog,
  operatorAsker,
  type Purpose,
} from '#server/workspace/identity/queries/sign-in.ts'
import { refuseOfSuspended } from '#server/workspace/settings/suspend-workspace.ts'
import { hashesOfCode } from './send-code.ts'

type NewCode = { code: string; purpose: Purpose; domain: string | null }

/**
 * Creates a sign-in code for the operator, without a mail. The code is not counted by any limit, but written to the
 * audit or sign-in log. Returns null if the address cannot sign in.
 */
export async function makeCode(
  tx: IdentityTx,
  keys: Pick<Platform['keys'], 'codePepper'>,
  email: string,
): Promise<NewCode | null> {
  const wanted = await findPurpose(tx, email)
  if (!wanted) return null
  const { accountId, purpose, workspaceId } = wanted
  const domain =
    workspaceId &&
    (await withinWorkspace(tx, workspaceId, async (walled) => {
      await refuseOfSuspended(walled)
      await recordAudit(walled, {
        action: 'sign-in.code-made',
        by: { actor: systemActor },
        subjectId: accountId,
        detail: { by: 'operator' },
      })
      return (await findDomain(walled)).domain
    }))
  if (!workspaceId) await insertSignInLog(tx, { event: 'sign-in.code-made', accountId, network: operatorAsker })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const subject = { accountId }
  const [codeHash] = hashesOfCode({ keys }, { purpose, subject, code })
  await insertChallenge(tx, {
    ...{ purpose, subject, address: email, codeHash, network: operatorAsker, asker: operatorAsker },
    ...{ isKnownDevice: false, invitedTo: purpose === 'invitation' ? workspaceId : null, lifeMinutes: codeLifeMinutes },
  })
  return { code, purpose, domain }
}

type CodeRequest = { accountId: string; purpose: Purpose; workspaceId: string | null }

async function findPurpose(tx: IdentityTx, email: string): Promise<CodeRequest | null> {
  const account = await findAccountByEmail(tx, email)
  if (account?.workspaceId) {
    const { workspaceId } = account
    const member = await withinWorkspace(tx, workspaceId, (walled) => findMember(walled, account.id))
    return member?.status === 'active' ? { accountId: account.id, purpose: 'login', workspaceId } : null
  }
  const [workspaceId] = account ? await listOpenInvitations(tx, account.id) : []
  if (account && workspaceId) return { accountId: account.id, purpose: 'invitation', workspaceId }
  if (account?.verifiedAt) return { accountId: account.id, purpose: 'login', workspaceId: null }
  if (!(await isInvited(tx, email))) return null
  return { accountId: (await insertAccount(tx, email)).id, purpose: 'register', workspaceId: null }
}
