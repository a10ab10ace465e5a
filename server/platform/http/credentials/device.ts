import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/http/platform.ts'
import { isHashOf, keyedHash } from '#server/platform/secrets/keyring.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

export const deviceCookie = 'device'
const lifeSeconds = 180 * 24 * 3600

/** Finds the browser's device id in a signed cookie. Null without a valid cookie. */
export function deviceOf({ server, cookies, productHost }: FastifyRequest): string | null {
  if (!readsCookies(productHost.kind)) return null
  const [id = '', mark = ''] = (cookies[deviceCookie] ?? '').split('.')
  return isHashOf(server.platform.keys.codePepper, worn(id), Buffer.from(mark, 'base64url')) ? id : null
}

export function giveDevice(request: FastifyRequest, reply: FastifyReply): string | null {
  const known = deviceOf(request)
  if (known || !readsCookies(request.productHost.kind)) return known
  const { platform } = request.server
  const id = randomBytes(16).toString('base64url')
  setDeviceCookie(reply, platform.settings, `${id}.${markOf(platform, id).toString('base64url')}`)
  return id
}

/** Sets the cookie for all hosts of the product, because people sign in on the app host and on workspace hosts. */
export const setDeviceCookie = (reply: FastifyReply, { rootDomain, publicScheme }: Settings, value: string) =>
  reply.setCookie(deviceCookie, value, {
    domain: rootDomain,
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    maxAge: lifeSeconds,
    secure: publicScheme === 'https',
  })

const markOf = ({ keys }: Platform, id: string) => keyedHash(keys.codePepper[0], worn(id))

const worn = (id: string) => `device ${id}`

const readsCookies = (kind: string) => kind === 'app' || kind === 'root' || kind === 'workspace'
