export const mostAuditExportRows = 200_000
export const auditDays = 400

/** The meaning of a name never changes. */
export const auditActions = [
  'sign-in.succeeded',
  'sign-in.refused',
  'sign-in.code-made',
  'session.ended',
  'address.changed',
  'invitation.sent',
  'invitation.repeated',
  'invitation.withdrawn',
  'invitation.accepted',
  'invitation.declined',
  'member.changed',
  'workspace.created',
  'workspace.changed',
  'workspace.suspended',
  'workspace.resumed',
  'service.started',
  'knowledge-base.changed',
  'ticket-field.created',
  'ticket-field.changed',
  'api-key.created',
  'api-key.changed',
  'api-key.revoked',
  'entry-link.created',
  'entry-link.ended',
  'export.begun',
  'audit-log.exported',
  'message.redacted',
  'customer.merged',
  'customer.unmerged',
  'customer.erased',
  'job.retried',
  'limits.reset',
] as const
export type AuditAction = (typeof auditActions)[number]
