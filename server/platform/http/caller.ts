import type { KeyKind } from '#contract/api-keys.ts'
import type { Audience, Endpoint, Scope } from '#contract/endpoint.ts'
import type { LinkedEntry } from '#server/platform/database.ts'

type Standing = { plan: 'free' | 'active'; serviceStartedAt: string | null }
/** `sessionId` is the key's own id where somebody acts by a key. */
type Named = { id: string; email: string; name: string; surname: string; sessionId: string; network: string }
type Placed = { workspaceId: string; domain: string }

/** The management key by which a member acts; `models` are those of the content that it is limited to, or null. */
export type MemberKey = { id: string; kind: 'management'; scopes: readonly Scope[]; models: string[] | null }

/** An active member of a workspace's team, in person or by a management key of theirs. */
export type Member = Named &
  Placed &
  Standing & {
    kind: 'member'
    role: 'FreeAdminUser' | 'AdminUser' | 'TeamUser'
    isAdmin: boolean
    isHrAdmin: boolean
    key: MemberKey | null
  }
/** A team account that has joined no workspace. */
export type Account = Named & { kind: 'account'; workspaceId: null; domain: null }
export type Customer = Named & Placed & { kind: 'customer' }
/** A program with a key of the workspace itself, which reads content: what is published, or drafts as well. */
export type Key = Placed &
  Standing & {
    kind: 'key'
    id: string
    keyKind: Exclude<KeyKind, 'management'> | 'link'
    models: string[] | null
    /** Of a link the draft that it opens; all else it reads as a visitor does. */
    entry: LinkedEntry | null
    network: string
  }
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
  system: System
}
/** Keys of the workspace itself have no other scope. */
type KeyCaller<S> = [Extract<S | (S extends readonly (infer One)[] ? One : never), ReadingScope>] extends [never]
  ? Member
  : Member | Key
type ReadingScope = 'content:read' | 'content:preview'
export type CallerOf<E extends Endpoint> =
  | Callers[Exclude<E['for'][number], 'key'>]
  | ('key' extends E['for'][number] ? KeyCaller<E['scope']> : never)

const rights: { [A in Exclude<Audience, 'key'>]: (caller: Caller) => boolean } = {
  anyone: () => false,
  visitor: ({ kind }) => kind === 'visitor',
  account: ({ kind }) => kind === 'account' || kind === 'member',
  team: ({ kind }) => kind === 'member',
  admin: (caller) => caller.kind === 'member' && caller.isAdmin,
  customer: ({ kind }) => kind === 'customer',
  system: ({ kind }) => kind === 'system',
}

/** Whether the endpoint is for this caller. */
export function mayCall(caller: Caller, endpoint: Endpoint): boolean {
  if (caller.kind === 'key') return takesKey(endpoint, scopesOfKind[caller.keyKind])
  const others = endpoint.for.filter((audience) => audience !== 'key')
  const isForThem = others.some((audience) => rights[audience](caller))
  if (caller.kind !== 'member' || !caller.key) return isForThem
  return takesKey(endpoint, caller.key.scopes) && (isForThem || others.length === 0)
}

const takesKey = ({ for: audiences, scope }: Endpoint, held: readonly Scope[]) =>
  audiences.includes('key') &&
  scope !== undefined &&
  (typeof scope === 'string' ? held.includes(scope) : scope.some((one) => held.includes(one)))

/** What comes with the kind of a key. */
export const scopesOfKind: Record<KeyKind | 'link', readonly Scope[]> = {
  delivery: ['content:read'],
  link: ['content:read'],
  preview: ['content:read', 'content:preview'],
  management: ['content:read', 'content:preview', 'content:write'],
}

export const theSystem = (workspaceId: string): System => ({
  kind: 'system',
  id: null,
  workspaceId,
  domain: null,
  network: 'this server',
})
