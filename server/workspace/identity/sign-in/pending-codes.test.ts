import { expect, test } from 'vitest'
import {
  loginCustomer,
  register,
  resendCode,
  resendCodeCustomer,
  validateLoginCustomer,
  validateRegister,
} from '#contract/workspace/identity.ts'
import { as } from '#test/ask.ts'
import { codeOf, freshEmail, letTimePass } from '#test/sign-in.ts'
import { acme, newCustomer } from '#test/world.ts'

const nobody = as(null)

test('whoever came in with the second code waits for none', async () => {
  const email = freshEmail()
  const { userGuidId } = await nobody(register, { body: { email } })
  await letTimePass(email)
  await nobody(resendCode, { body: { email } })
  await nobody(validateRegister, { body: { userGuidId: userGuidId!, code: await codeOf(email) } })
  await letTimePass(email)
  expect(await nobody(resendCode, { body: { email } })).toEqual({ status: 'userisnothere' })
})

test('a customer who came in with the second code waits for none', async () => {
  const { id, email } = await newCustomer(acme, 'Pia')
  await nobody(loginCustomer, { body: { email, workspaceName: acme.domain } })
  await letTimePass(email)
  await nobody(resendCodeCustomer, { body: { email } })
  await nobody(validateLoginCustomer, { body: { userGuidId: id, code: await codeOf(email) } })
  await letTimePass(email)
  expect(await nobody(resendCodeCustomer, { body: { email } })).toEqual({ status: 'userisnothere' })
})
