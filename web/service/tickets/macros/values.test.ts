import { expect, test, vi } from 'vitest'
import { valuesFor } from './values.ts'

const valueIn = (erasedAt: string | null) =>
  valuesFor({
    ticket: {
      ...{ id: 't', number: 7, subject: 'Refund', customFields: {} },
      requester: { id: 'c', name: 'Rosa Lind', email: 'rosa@acme.test', suppression: null },
    },
    customer: { customFields: {}, erasedAt },
    viewer: { name: 'Ada', surname: 'Osei', email: 'ada@acme.test', workspace: null },
    ...{ fields: [], customerFields: [], timeZone: 'UTC', textKind: 'reply', inputs: {} },
  })

test('the customer has a first name, until their data is erased', () => {
  vi.stubGlobal('location', { origin: 'https://acme.test' })
  expect(valueIn(null)('customer.first_name')).toBe('Rosa')
  expect(valueIn('2026-11-24T10:00:00Z')('customer.first_name')).toBe('')
  expect(valueIn('2026-11-24T10:00:00Z')('customer.name')).toBe('')
})
