import { expect, test } from 'vitest'
import { auditActions } from '#contract/workspace/audit-actions.ts'
import { type AuditEntry, actionNames, detailWords } from './audit-words.ts'

const admin = { type: 'agent', id: 'a', name: 'Ada', email: 'ada@acme.test' } as const
const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  ...{ id: 'e', at: '2026-11-23T09:30:00Z', action: 'service.started', actor: admin, key: null },
  ...{ subject: null, network: '192.0.2.1', detail: {}, ...more },
})
const tom = { id: 't', name: 'Tom Test' }

test('every action has a name', () => {
  expect(auditActions.filter((action) => !actionNames[action])).toEqual([])
})

test.each([
  [
    'what changed of a member, and no more',
    entry({
      action: 'member.changed',
      subject: tom,
      detail: {
        old: { role: 'TeamUser', isHrAdmin: false, status: 'active' },
        new: { role: 'AdminUser', isHrAdmin: true, status: 'active' },
      },
    }),
    'Tom Test, role: Team member → Admin, HR admin: no → yes',
  ],
  [
    'who took over the work of somebody who left',
    entry({
      action: 'member.changed',
      subject: tom,
      detail: {
        ...{ old: { status: 'active' }, new: { status: 'deactivated' } },
        handedOver: { ticketsTo: { id: 'a', name: 'Ada Test' }, reviewsTo: { id: 'b', name: 'Bo Test' } },
      },
    }),
    'Tom Test, status: active → deactivated, open tickets to Ada Test, reviews to Bo Test',
  ],
  [
    'which settings',
    entry({ action: 'workspace.changed', detail: { fields: ['timeZone', 'name'] } }),
    'time zone, name',
  ],
  [
    'whose sessions an admin ended',
    entry({ action: 'session.ended', subject: tom, detail: { sessions: ['1', '2'] } }),
    'Tom Test, 2 devices',
  ],
  ['one’s own sign-out', entry({ action: 'session.ended', detail: { sessions: ['1'] } }), '1 device'],
  [
    'the name of a key that is gone',
    entry({ action: 'api-key.revoked', subject: { id: 'k', name: null }, detail: { old: { name: 'Import' } } }),
    'Import',
  ],
  [
    'a value that was none',
    entry({ action: 'api-key.changed', detail: { old: { expiresAt: null }, new: { expiresAt: '2027-01-01' } } }),
    'expires at: none → 2027-01-01',
  ],
  ['nothing that it does not know', entry({ detail: { anything: 1 } }), ''],
])('a line tells %s', (_, line, words) => {
  expect(detailWords(line)).toBe(words)
})
