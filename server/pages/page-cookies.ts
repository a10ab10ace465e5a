import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PendingCode, SessionCookies } from '#contract/pages.ts'
import { clearSessionCookies, setSessionCookies } from '#server/platform/http/cookies.ts'
import type { Platform } from '#server/platform/http/platform.ts'

const pendingCookie = 'pending_code'
const pendingSeconds = 3600

export function pageCookies({ settings }: Platform, request: FastifyRequest, reply: FastifyReply): SessionCookies {
  const onThisHost = { path: '/', sameSite: 'lax', httpOnly: true, secure: settings.publicScheme === 'https' } as const
  return {
    start({ accessToken, refreshToken, userGuidId, isTeam, workspaceDomain }) {
      if (!accessToken || !refreshToken) return
      const named = workspaceDomain ? { workspace_domain: workspaceDomain } : {}
      setSessionCookies(reply, settings, {
        access_token: accessToken,
        refresh_token: refreshToken,
        user_guid_id: userGuidId,
        isUser: String(isTeam),
        ...named,
      })
      if (!workspaceDomain) clearSessionCookies(reply, settings, ['workspace_domain'])
      reply.setCookie(pendingCookie, '', { ...onThisHost, maxAge: 0 })
    },
    rememberWorkspace: (domain, timeZone) =>
      setSessionCookies(reply, settings, { workspace_domain: domain, timezone: timeZone }),
    clear: () => clearSessionCookies(reply, settings),
    readPending: () => parsePending(request.cookies[pendingCookie]),
    writePending: (pending) =>
      reply.setCookie(pendingCookie, JSON.stringify(pending), { ...onThisHost, maxAge: pendingSeconds }),
    clearPending: () => reply.setCookie(pendingCookie, '', { ...onThisHost, maxAge: 0 }),
  }
}

function parsePending(text: string | undefined): PendingCode | null {
  try {
    const { purpose, userGuidId, email, next, visitorRequest, sentAt, wrongTries } = JSON.parse(
      text ?? 'null',
    ) as PendingCode
    if (typeof userGuidId !== 'string' || typeof email !== 'string') return null
    const counted = { sentAt: Number(sentAt), wrongTries: Number(wrongTries) || 0 }
    return {
      ...{ purpose, userGuidId, email, ...counted },
      ...(typeof next === 'string' && { next }),
      ...(typeof visitorRequest === 'string' && { visitorRequest }),
    }
  } catch {
    return null
  }
}
