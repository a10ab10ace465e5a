import { expect, test } from 'vitest'
import { isOwnedByService, isServiceUser, ownersIn } from '#server/platform/is-direct.ts'

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 78218 1 0 100 0 0 10 0
   1: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 78219 1 0 20 4 30 10 -1
   2: 0100007F:D431 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000    33        0 78220 1 0 20 4 30 10 -1
`

test('the owner of a connection is found by its ports, at the other end of it', () => {
  expect(ownersIn(table, { localPort: 3000, remotePort: 54_321 })).toEqual([33])
  expect(ownersIn(table, { localPort: 3000, remotePort: 54_322 })).toEqual([])
  expect(ownersIn('', { localPort: 3000, remotePort: 54_321 })).toEqual([])
})

test('people and root are no accounts of the system, and neither is whoever runs the server', () => {
  expect([33, 999, 62_000, 65_534].map((user) => isServiceUser(user, 1000))).toEqual([true, true, true, true])
  expect([0, 1000, 60_001, 1_234_567].map((user) => isServiceUser(user, 33))).toEqual([false, false, false, false])
  expect(isServiceUser(33, 33)).toBe(false)
})

test('who asks as the account that runs the server is no account of the system, though that is one', () => {
  const ends = { localPort: 3000, remotePort: 54_321 }
  expect([isOwnedByService(table, ends, 1000), isOwnedByService(table, ends, 33)]).toEqual([true, false])
})
