import { expect, test } from 'vitest'
import { listContentModels } from '#contract/content/models.ts'
import { listApiKeys } from '#contract/workspace/api-keys.ts'
import { listAudit } from '#contract/workspace/audit.ts'
import { as } from '#test/ask.ts'
import { admin } from '#test/copy-world.ts'
import { bearer } from '#test/sign-in.ts'
import { acme, globex } from '#test/world.ts'

test('the operator creates a key in the name of an admin, and the audit log names the operator', async () => {
  const printed = await admin('key', 'create', acme.domain, acme.admin.email, '--kind', 'management')
  const secret = printed.split('\n')[0]!
  expect(printed).toContain(`This is a management key of ${acme.domain}, with content:read, content:write`)

  expect((await as(bearer(secret))(listContentModels, { query: {} })).items).toEqual([])
  const [key] = (await as(acme.admin)(listApiKeys, { query: {} })).items
  expect(key).toMatchObject({ kind: 'management', createdBy: { id: acme.admin.id } })
  const [entry] = (await as(acme.admin)(listAudit, { query: { action: 'api-key.created' } })).items
  expect(entry).toMatchObject({ actor: { type: 'system' }, subject: { id: key!.id }, detail: { by: 'operator' } })
  expect((await as(globex.admin)(listApiKeys, { query: {} })).items).toEqual([])
})

test('a quiet command prints the key alone', async () => {
  expect(await admin('key', 'create', acme.domain, acme.admin.email, '--quiet')).toMatch(/^stk_\S+$/)
})

test.each([
  [() => [acme.agent.email], 'is not an active admin of'],
  [() => [globex.admin.email], 'is not on the team of'],
  [() => [acme.admin.email, '--kind', 'all'], '--kind: Invalid option'],
  [() => [acme.admin.email, '--scopes', 'tickets:read'], 'Delivery and preview keys have no scopes'],
])('key create is refused in a sentence: %#', async (words, sentence) => {
  await expect(admin('key', 'create', acme.domain, ...words())).rejects.toThrow(sentence)
})
