import type { Member } from '#server/platform/http/caller.ts'

/** The admin in whose name the demo data is written. */
export const demoAdmin = ({ workspaceId, domain }: { workspaceId: string; domain: string }, id: string): Member => ({
  kind: 'member',
  id,
  workspaceId,
  domain,
  email: '',
  name: '',
  surname: '',
  sessionId: '',
  network: 'this server',
  plan: 'active',
  serviceStartedAt: null,
  role: 'AdminUser',
  isAdmin: true,
  isHrAdmin: true,
  key: null,
})
