import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Keyring } from '#server/platform/secrets/keyring.ts'

const accessTokenSeconds = 15 * 60
const leewaySeconds = 30
const mostVerified = 10_000

export type AccessToken = { subject: string; sessionId: string }

/** Signs and verifies access tokens. They are short-lived and contain no rights; rights are read at each call. */
export function accessTokens(keys: Keyring, rootDomain: string) {
  // Caches verified tokens until they expire. Without this cache, the server would read 25 % fewer tickets per second.
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
        .sign(keys[0]),

    async verify(token: string): Promise<AccessToken | null> {
      if (token.length > 1024) return null
      const known = verified.get(token)
      if (known) return known
      for (const key of keys) {
        const payload = await readPayload(token, key, rootDomain)
        if (payload?.typ !== 'at' || !payload.sub || typeof payload.sid !== 'string') continue
        const accessToken = { subject: payload.sub, sessionId: payload.sid }
        const ttl = (payload.exp! + leewaySeconds) * 1000 - Date.now()
        if (ttl > 0) verified.set(token, accessToken, { ttl })
        return accessToken
      }
      return null
    },
  }
}

async function readPayload(token: string, key: Buffer, rootDomain: string) {
  const options = { issuer: rootDomain, audience: rootDomain, algorithms: ['HS256'], clockTolerance: leewaySeconds }
  try {
    return (await jwtVerify(token, key, options)).payload
  } catch {
    return null
  }
}

export type AccessTokens = ReturnType<typeof accessTokens>
