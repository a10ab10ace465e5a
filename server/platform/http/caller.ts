import type { Audience, Endpoint } from '#contract/endpoint.ts'
import type { KindScope, Scope } from '#contract/scopes.ts'
import type { KeyKind } from '#contract/workspace/api-keys.ts'
import type { LinkedEntry } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Standing = { plan: 'free' | 'active'; serviceStartedAt: string | null }
/** `sessionId` is the key's own id where somebody acts by a key. */
type SignedInAccount = { id: string; email: string; name: string; surname: string; sessionId: string; network: string }
type Placed = { workspaceId: string; domain: string }

/**
 * The management key by which a member acts; `models` are those of the content that it is limited to, or null. `expiresAt` is null where
 * it does not end by itself.
 */
type MemberKey = {
  id: string
  kind: 'management'
  scopes: readonly Scope[]
  models: string[] | null
  expiresAt: string | null
}

/** An active member of a workspace's team, in person or by a management key of theirs. */
export type Member = SignedInAccount &
  Placed &
  Standing & {
    kind: 'member'
    role: 'FreeAdminUser' | 'AdminUser' | 'TeamUser'
    isAdmin: boolean
    isHrAdmin: boolean
    key: MemberKey | null
  }
/** A team account that has joined no workspace. */
export type Account = SignedInAccount & { kind: 'account'; workspaceId: null; domain: null }
export type Customer = SignedInAccount & Placed & { kind: 'customer' }
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

export type Caller = Member | Account | Customer | Key | Visitor
/** Whoever is signed in to a workspace. */
export type Person = Member | Customer

type Callers = {
  anyone: never
  visitor: Visitor
  account: Account | Member
  team: Member
  admin: Member
  customer: Customer
}
/** Keys of the workspace itself have no other scope. */
type KeyCaller<S> = [Extract<S | (S extends readonly (infer One)[] ? One : never), KindScope>] extends [never]
  ? Member
  : Member | Key
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
  audiences.includes('key') && scope !== undefined && [scope].flat().some((one) => held.includes(one))

/** What a key may do. Of one of the workspace its kind says it. */
export const scopesOfKind: Record<Key['keyKind'], readonly [KindScope]> = {
  delivery: ['content:delivery'],
  link: ['content:delivery'],
  preview: ['content:preview'],
}

/** Why a key may not call an endpoint, or undefined where the caller shows none. */
export function refusalOfKey(caller: Caller, { for: audiences, scope }: Endpoint): Refusal | undefined {
  const held = caller.kind === 'key' ? scopesOfKind[caller.keyKind] : caller.kind === 'member' && caller.key?.scopes
  if (!held) return undefined
  if (!audiences.includes('key') || !scope)
    return new Refusal('not-allowed', { detail: 'This is for people alone, and for no API key.' })
  const needed = [scope].flat()
  if (caller.kind === 'member' && needed.some((one) => held.includes(one)))
    return new Refusal('not-allowed', {
      detail: 'The scope of this API key would do, but not the role of whoever made it: this is for admins.',
    })
  return scopeMissing(needed, held)
}

/** A member in person may, and by a key only with the scope. */
export const holdsScope = ({ key }: Pick<Member, 'key'>, scope: Scope) => key === null || key.scopes.includes(scope)

export function refuseWithout({ key }: Pick<Member, 'key'>, scope: Scope) {
  if (key && !key.scopes.includes(scope)) throw scopeMissing([scope], key.scopes)
}

function scopeMissing(needed: readonly Scope[], held: readonly Scope[]) {
  const has = held.length > 0 ? `It has ${held.join(', ')}.` : 'It has no scope.'
  return new Refusal('scope-missing', {
    detail: `This needs an API key with the scope ${needed.join(' or ')}. ${has}`,
    shown: { needed, scopes: held },
  })
}
