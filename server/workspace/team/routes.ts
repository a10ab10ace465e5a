import * as contract from '#contract/workspace/team.ts'
import type { App, Platform } from '#server/platform/http/platform.ts'
import { serve, serveIdentity, serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeMember } from './change-member.ts'
import { avatarService, avatarUrl, fetchAvatar, transparentPixel } from './fetch-avatar.ts'
import { changeProfile, showProfile } from './find-members.ts'
import { invite, withdrawInvitation } from './invite.ts'
import { findMemberEmail, listMemberRows } from './queries.ts'

type MemberRow = Awaited<ReturnType<typeof listMemberRows>>[number]

export function teamRoutes(app: App) {
  serve(app, contract.listMembers, async ({ platform, tx, caller, query }) => {
    const rows = await listMemberRows(tx, { onlyActive: !caller.isAdmin, q: query.q })
    return { items: rows.map((row) => withAvatar(platform, row)), next: null }
  })

  serve(app, contract.changeMember, async ({ platform, tx, caller, params, body }) =>
    withAvatar(platform, await changeMember(tx, caller, { ...params, ...body })),
  )

  serveIdentity(app, contract.invite, async ({ platform, tx, caller, body }) =>
    withAvatar(platform, await invite(platform, tx, caller, body)),
  )

  serveIdentity(app, contract.withdrawInvitation, ({ tx, caller, params }) => withdrawInvitation(tx, caller, params.id))

  serveWithoutTransaction(app, contract.showAvatar, async ({ platform, params, reply, inTransaction }) => {
    const member = await inTransaction((tx) => findMemberEmail(tx, params.id))
    if (!member) throw new Refusal('member-not-found')
    const service = platform.settings.avatarUrl
    const avatar = service ? await fetchAvatar(service, member.email, avatarService(platform)) : null
    reply.header('Cache-Control', 'private, max-age=3600')
    return reply.type(avatar?.mime ?? 'image/gif').send(avatar?.bytes ?? transparentPixel)
  })

  serve(app, contract.showProfile, ({ platform, tx, caller }) => showProfile(platform, tx, caller.id))
  serve(app, contract.changeProfile, ({ platform, tx, caller, body }) => changeProfile(platform, tx, caller.id, body))
}

const withAvatar = (platform: Platform, row: MemberRow) => ({ ...row, avatarUrl: avatarUrl(platform, row.id) })
