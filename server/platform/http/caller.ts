import type { Audience, Endpoint, Scope } from '#contract/endpoint.ts'

type Standing = { plan: 'free' | 'active'; serviceStartedAt: string | null }
type Named = { id: string; email: string; name: string; surname: string; sessionId: string; network: string }
type Placed = { workspaceId: string; domain: string }

/** An active member of a workspace's team. */
export type Member = Named &
  Placed &
  Standing & {
    kind: 'member'
    role: 'FreeAdminUser' | 'AdminUser' | 'TeamUser'
    isAdmin: boolean
    isHrAdmin: boolean
  }
/** A team account that has joined no workspace. */
export type Account = Named & { kind: 'account'; workspaceId: null; domain: null }
export type Customer = Named & Placed & { kind: 'customer' }
/** A program with an API key of a workspace. */
export type Key = Placed & Standing & { kind: 'key'; id: string; scopes: Scope[]; network: string }
/** Nobody known, in the workspace of the host. */
export type Visitor = Placed & { kind: 'visitor'; id: null; network: string }
/** The product itself, in one workspace. */
export type System = { kind: 'system'; id: null; workspaceId: string; domain: null; network: 'this server' }

export type Caller = Member | Account | Customer | Key | Visitor | System
/** Whoever is signed in to a workspace. */
export type Person = Member | Customer

type Callers = {
  anyone: never
  visitor: Visitor
  account: Account | Member
  team: Member
  admin: Member
  customer: Customer
  key: Key
  system: System
}
export type CallerOf<E extends Endpoint> = Callers[E['for'][number]]

const rights: { [A in Audience]: (caller: Caller) => boolean } = {
  anyone: () => false,
  visitor: ({ kind }) => kind === 'visitor',
  account: ({ kind }) => kind === 'account' || kind === 'member',
  team: ({ kind }) => kind === 'member',
  admin: (caller) => caller.kind === 'member' && caller.isAdmin,
  customer: ({ kind }) => kind === 'customer',
  key: ({ kind }) => kind === 'key',
  system: ({ kind }) => kind === 'system',
}

/** Whether the endpoint is for this caller, a key with the scope that it asks for. */
export function mayCall(caller: Caller, { for: audiences, scope }: Endpoint): boolean {
  if (!audiences.some((audience) => rights[audience](caller))) return false
  return caller.kind !== 'key' || (scope !== undefined && caller.scopes.includes(scope))
}

export const theSystem = (workspaceId: string): System => ({
  kind: 'system',
  id: null,
  workspaceId,
  domain: null,
  network: 'this server',
})
