import { jwtVerify, SignJWT } from 'jose'
import type { Keyring } from '#server/platform/secrets/keyring.ts'

const accessTokenSeconds = 15 * 60
const leewaySeconds = 30

export type AccessToken = { subject: string; sessionId: string }

/** Signs and verifies access tokens. They are short-lived and contain no rights; rights are read at each call. */
export function accessTokens(keys: Keyring, rootDomain: string) {
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
      for (const key of keys) {
        const payload = await readPayload(token, key, rootDomain)
        if (payload?.typ !== 'at' || !payload.sub || typeof payload.sid !== 'string') continue
        return { subject: payload.sub, sessionId: payload.sid }
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
