import type { Platform } from '#server/platform/http/platform.ts'

/** The URL of a member's picture. It is on the own origin, because only the server contacts the avatar service. */
export const avatarUrl = ({ settings }: Pick<Platform, 'settings'>, memberId: string): string | null =>
  settings.avatarUrl ? `/api/v1/avatars/${memberId}` : null
