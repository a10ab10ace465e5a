import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'

export const accessTokenSeconds = 15 * 60
const leewaySeconds = 30
const mostVerified = 10_000

export type AccessToken = { subject: string; sessionId: string }

/** Short-lived and without rights in it: what its session may do is read at each call. */
export function accessTokens(key: Buffer, rootDomain: string) {
  /** A page and its calls bring the same token many times, and what it says holds until it expires. */
  const verified = new LRUCache<string, AccessToken>({ max: mostVerified })

  return {
    sign: ({ subject, sessionId }: AccessToken) =>
      new SignJWT({ sid: sessionId, typ: 'at' })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(subject)
        .setIssuer(rootDomain)
        .setAudience(rootDomain)
        .setIssuedAt()
        .setExpirationTime(`${accessTokenSeconds}s`)
        .sign(key),

    /** What the token says, or null when it is not ours, is spoilt or has expired. */
    async verify(token: string): Promise<AccessToken | null> {
      if (token.length > 1024) return null
      const known = verified.get(token)
      if (known) return known
      try {
        const options = {
          issuer: rootDomain,
          audience: rootDomain,
          algorithms: ['HS256'],
          clockTolerance: leewaySeconds,
        }
        const { payload } = await jwtVerify(token, key, options)
        if (payload.typ !== 'at' || !payload.sub || typeof payload.sid !== 'string') return null
        const said = { subject: payload.sub, sessionId: payload.sid }
        const ttl = (payload.exp! + leewaySeconds) * 1000 - Date.now()
        if (ttl > 0) verified.set(token, said, { ttl })
        return said
      } catch {
        return null
      }
    },
  }
}

export type AccessTokens = ReturnType<typeof accessTokens>
