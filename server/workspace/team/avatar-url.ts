import type { Platform } from '#server/platform/http/platform.ts'

/** Where a member's picture is: on the own origin, since the avatar service is asked by the server alone. */
export const avatarUrl = ({ settings }: Pick<Platform, 'settings'>, memberId: string): string | null =>
  settings.avatarUrl ? `/api/v1/avatars/${memberId}` : null
