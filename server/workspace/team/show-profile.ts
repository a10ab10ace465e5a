import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/workspace/team.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { refuseUnknownZone } from '#server/platform/refuse-unknown-zone.ts'
import { avatarUrl } from './avatar-url.ts'
import { findProfileRow, updateProfile } from './queries.ts'

export async function showProfile(platform: Platform, tx: WorkspaceTx, id: string) {
  const row = await findProfileRow(tx, id)
  return { ...row, avatarUrl: avatarUrl(platform, id) }
}

export async function changeProfile(
  platform: Platform,
  tx: WorkspaceTx,
  id: string,
  body: BodyOf<typeof contract.changeProfile>,
) {
  const { notifications = {}, ...changes } = body
  if (changes.timeZone) refuseUnknownZone(changes.timeZone)
  await updateProfile(tx, id, changes, notifications as Record<string, boolean>)
  return showProfile(platform, tx, id)
}
