import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { login, register, validateLogin } from '#contract/workspace/identity.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { showWorkspace } from '#contract/workspace/settings.ts'
import { invite } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { admin, adminWhere } from '#test/copy-world.ts'
import { bearer, codeOf, freshEmail } from '#test/sign-in.ts'
import { acme, mailsTo, makeWorkspace, newAccount, owner, runJobs, settings } from '#test/world.ts'

const freshDomain = () => `made-${randomUUID().slice(0, 8)}`

/** Closes registration until the test ends. */
function close() {
  Object.assign(settings, { registration: 'closed' })
  onTestFinished(() => void Object.assign(settings, { registration: 'open' }))
}

test('a workspace is created with its first admin, who signs in with a code, where nobody may register', async () => {
  close()
  const [domain, email] = [freshDomain(), freshEmail()]
  const said = await admin(
    'workspace',
    'create',
    domain,
    email.toUpperCase(),
    '--name',
    'Made',
    '--time-zone',
    'Asia/Tokyo',
  )
  expect(said).toContain(`Created ${domain}, http://${domain}.startuptools.localhost:3000. ${email} is its first admin`)
  expect(said).toContain('"audit":"workspace.created"')

  const { userGuidId } = await as(null)(login, { body: { email } })
  const signedIn = await as(null)(validateLogin, { body: { userGuidId: userGuidId!, code: await codeOf(email) } })
  expect(signedIn).toMatchObject({ role: 'FreeAdminUser', workspaceDomain: domain })
  expect(await as(bearer(signedIn.accessToken))(showWorkspace, {})).toMatchObject({
    name: 'Made',
    timeZone: 'Asia/Tokyo',
  })
  const { rows } = await owner.query(
    'select action, actor_type, detail from audit_log where workspace_id = (select id from workspaces where domain = $1) order by id limit 1',
    [domain],
  )
  expect(rows).toEqual([{ action: 'workspace.created', actor_type: 'system', detail: { by: 'operator' } }])
})

test('whoever has an account without a workspace, or was merely invited elsewhere, may be the first admin', async () => {
  const account = await newAccount()
  await admin('workspace', 'create', freshDomain(), account.email)
  expect(await as(bearer(account.token))(showViewer, {})).toMatchObject({ role: 'FreeAdminUser' })

  const email = freshEmail()
  await as(acme.admin)(invite, { body: { email, role: 'TeamUser' } })
  await admin('workspace', 'create', freshDomain(), email)
  const { rows } = await owner.query('select from members where workspace_id = $1 and email = $2', [acme.id, email])
  expect(rows).toEqual([])
})

test.each([
  [[acme.domain, 'new@example.com'], `${acme.domain} is taken.`],
  [['support', 'new@example.com'], 'support is reserved: no workspace can have this name.'],
  [['w0', 'new@example.com'], /^w0 can't be a workspace's domain\. Use 3 to 40 letters/],
  [['', 'new@example.com'], 'Domain cannot be empty.'],
  [['made-up', 'nobody'], 'nobody is not an e-mail address.'],
  [['made-up', acme.agent.email], `${acme.agent.email} is on the team of a workspace already.`],
  [['made-up', 'new@example.com', '--time-zone', 'Mars'], /zone/i],
])('workspace create %j is refused in a sentence, and nothing stays of it', async (words, sentence) => {
  await expect(admin('workspace', 'create', ...words)).rejects.toThrow(sentence)
  const { rows } = await owner.query("select from accounts where email = 'new@example.com'")
  expect(rows).toEqual([])
})

test('an invitation lets one address register, and can be withdrawn', async () => {
  Object.assign(settings, { registration: 'invited' })
  onTestFinished(() => void Object.assign(settings, { registration: 'open' }))
  const email = freshEmail()
  const said = await admin('workspace', 'invite', email)
  expect(said).toContain(
    `send them http://app.startuptools.localhost:3000/auth/register?email=${encodeURIComponent(email)}`,
  )
  await as(null)(register, { body: { email } })
  await runJobs()
  expect(await mailsTo(email)).toHaveLength(1)

  expect(await admin('workspace', 'invite', email, '--withdraw')).toContain(`${email} is no longer invited.`)
  await expect(admin('workspace', 'invite', email, '--withdraw')).rejects.toThrow(`${email} has no invitation.`)
})

test.each([
  [
    'open',
    /^Anybody may found a workspace here now \(REGISTRATION is open in .*\), so (\S+) needs no invitation: send them http/,
  ],
  ['first', /^(\S+) is invited for 14 days, but nobody may found a workspace here now \(REGISTRATION is first in /],
  ['closed', /^(\S+) is invited for 14 days, but nobody may found .* Set REGISTRATION=invited and start again/],
  ['invited', /^(\S+) may found one workspace within 14 days\. Nothing is mailed: send them http/],
] as const)('an invitation says what it is worth where registration is %s', async (registration, sentence) => {
  const email = freshEmail()
  const said = await adminWhere({ REGISTRATION: registration }, 'workspace', 'invite', email)
  expect(sentence.exec(said)?.[1]).toBe(email)
})

test('a workspace is suspended and resumed', async () => {
  const world = await makeWorkspace(freshDomain(), 'Turned', ['Tia', 'Tor', 'Tea', 'Ted'])
  const said = await admin('workspace', 'suspend', world.domain, '--reason', 'spam')
  expect(said).toMatch(/is suspended\. Nobody can sign in.*"reason":"spam"/s)
  expect(await as(world.agent)(showViewer, {})).toMatchObject({ status: 403, code: 'workspace-suspended' })
  expect(await admin('workspace', 'show', world.domain)).toMatch(/; suspended since \d{4}-/)
  expect(await admin('workspace', 'list')).toMatch(new RegExp(`^${world.domain} .*, suspended `, 'm'))
  await expect(admin('workspace', 'suspend', world.domain)).rejects.toThrow(`${world.domain} is suspended already.`)

  expect(await admin('workspace', 'resume', world.domain)).toContain(`${world.domain} is active again.`)
  expect(await as(world.agent)(showViewer, {})).toMatchObject({ id: world.agent.id })
  await expect(admin('workspace', 'resume', world.domain)).rejects.toThrow(`${world.domain} is not suspended.`)
})
