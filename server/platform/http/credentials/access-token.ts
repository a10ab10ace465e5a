import { jwtVerify, SignJWT } from 'jose'

export const accessTokenSeconds = 15 * 60
const leewaySeconds = 30

export type AccessToken = { subject: string; sessionId: string }

/** Short-lived and without rights in it: what its session may do is read at each call. */
export function accessTokens(key: Buffer, rootDomain: string) {
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
      try {
        const options = {
          issuer: rootDomain,
          audience: rootDomain,
          algorithms: ['HS256'],
          clockTolerance: leewaySeconds,
        }
        const { payload } = await jwtVerify(token, key, options)
        if (payload.typ !== 'at' || !payload.sub || typeof payload.sid !== 'string') return null
        return { subject: payload.sub, sessionId: payload.sid }
      } catch {
        return null
      }
    },
  }
}

export type AccessTokens = ReturnType<typeof accessTokens>
