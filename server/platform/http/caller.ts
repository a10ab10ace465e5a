import type { Audience, Endpoint } from '#contract/endpoint.ts'
import type { KindScope, Scope } from '#contract/scopes.ts'
import type { KeyKind } from '#contract/workspace/api-keys.ts'
import type { LinkedEntry } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

type WorkspacePlan = { plan: 'free' | 'active'; serviceStartedAt: string | null }
/** `sessionId` is the id of the key if the person uses an API key. */
type SignedInAccount = { id: string; email: string; name: string; surname: string; sessionId: string; network: string }
type OfWorkspace = { workspaceId: string; domain: string }

/** `models`: the only content models that the key may use; null for all. `expiresAt`: null if it never expires. */
type MemberKey = {
  id: string
  kind: 'management'
  scopes: readonly Scope[]
  models: string[] | null
  expiresAt: string | null
}

export type Member = SignedInAccount &
  OfWorkspace &
  WorkspacePlan & {
    kind: 'member'
    role: 'FreeAdminUser' | 'AdminUser' | 'TeamUser'
    isAdmin: boolean
    isHrAdmin: boolean
    key: MemberKey | null
  }
export type MemberWithPlan = Pick<Member, 'kind'> & WorkspacePlan
export type Account = SignedInAccount & { kind: 'account'; workspaceId: null; domain: null }
export type Customer = SignedInAccount & OfWorkspace & { kind: 'customer' }
/**
 * A caller with a delivery key, preview key or preview link of the workspace. A delivery key reads published content, a
 * preview key also drafts, and a link also its one draft.
 */
export type Key = OfWorkspace &
  WorkspacePlan & {
    kind: 'key'
    id: string
    keyKind: Exclude<KeyKind, 'management'> | 'link'
    models: string[] | null
    /**
     * The draft that a preview link opens; null for keys. For everything else, the link has the rights of a visitor.
     */
    entry: LinkedEntry | null
    network: string
  }
export type Visitor = OfWorkspace & { kind: 'visitor'; id: null; network: string }

export type Caller = Member | Account | Customer | Key | Visitor
export type Person = Member | Customer

type Callers = {
  anyone: never
  visitor: Visitor
  account: Account | Member
  team: Member
  admin: Member
  customer: Customer
}
// The callers with an API key: members with a management key. `Key` is added if content keys can have the scope.
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

export function mayCall(caller: Caller, endpoint: Endpoint): boolean {
  if (caller.kind === 'key') return takesKey(endpoint, scopesOfKind[caller.keyKind])
  const others = endpoint.for.filter((audience) => audience !== 'key')
  const isForThem = others.some((audience) => rights[audience](caller))
  if (caller.kind !== 'member' || !caller.key) return isForThem
  return takesKey(endpoint, caller.key.scopes) && (isForThem || others.length === 0)
}

const takesKey = ({ for: audiences, scope }: Endpoint, held: readonly Scope[]) =>
  audiences.includes('key') && scope !== undefined && [scope].flat().some((one) => held.includes(one))

export const scopesOfKind: Record<Key['keyKind'], readonly [KindScope]> = {
  delivery: ['content:delivery'],
  link: ['content:delivery'],
  preview: ['content:preview'],
}

/** Returns the reason why a key may not call an endpoint. Undefined if the caller has no key. */
export function refusalOfKey(caller: Caller, { for: audiences, scope }: Endpoint): Refusal | undefined {
  const held = caller.kind === 'key' ? scopesOfKind[caller.keyKind] : caller.kind === 'member' && caller.key?.scopes
  if (!held) return undefined
  if (!audiences.includes('key') || !scope)
    return new Refusal('not-allowed', { detail: 'This is for people alone, and for no API key.' })
  const needed = [scope].flat()
  if (caller.kind === 'member' && needed.some((one) => held.includes(one)))
    return new Refusal('not-allowed', {
      detail: 'The scope of this API key allows this, but the role of its creator does not: this is for admins.',
    })
  return scopeMissing(needed, held)
}

/** A member who uses no key has every scope. */
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
