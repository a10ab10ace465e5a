import { lookAtThis } from './look.ts'
import { enterCode, found, fresh, join, openPage, signIn, untilInteractive } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('an admin keeps their role while they are the last, withdraws an invitation, and lets a colleague in', async ({
  page,
  browser,
  site,
}) => {
  const { domain, email } = await found(site)
  await signIn(page, site, email)
  const colleague = await (await browser.newContext()).newPage()

  await test.step('the last admin cannot step down', async () => {
    await page.goto(site.at(domain, '/team'))
    await page.getByRole('button', { name: /Role of/ }).click()
    await page.getByRole('option', { name: 'Team member' }).click()
    await page.getByRole('button', { name: 'Remove admin role' }).click()
    await expect(page.getByText('A workspace needs at least one active admin.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a withdrawn invitation cannot be accepted', async () => {
    const cleo = `${fresh('cleo')}@acme.test`
    await openPage(page, site.at(domain, '/team?invite=1'))
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(/\/team$/)
    await page.reload()
    await untilInteractive(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('i')
    await page.getByLabel('E-mail addresses').fill(cleo)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    const row = page.getByRole('row', { name: cleo })
    await row.getByRole('button', { name: `More for ${cleo}` }).click()
    await page.getByRole('menuitem', { name: 'Withdraw invitation…' }).click()
    await page.getByRole('button', { name: 'Withdraw invitation' }).click()
    await expect(row).toHaveCount(0)

    await colleague.goto(site.at('app', `/auth/invitation?email=${encodeURIComponent(cleo)}`))
    await colleague.getByRole('button', { name: 'Send code' }).click()
    await expect(colleague.getByText('User not found')).toBeVisible()
  })

  await test.step('an invited colleague joins, says their name and stands on the dashboard', async () => {
    const bo = `${fresh('bo')}@acme.test`
    await openPage(page, site.at(domain, '/team'))
    await page.keyboard.press('i')
    await page.getByLabel('E-mail addresses').fill(bo)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('Invitation sent')).toBeVisible()
    await expect(page.getByRole('row', { name: bo })).toContainText('Invited')

    const mail = await site.mailTo(bo, ({ subject }) => subject.includes('You are invited'))
    await colleague.goto(/https?:\/\/\S+\/auth\/invitation\?email=\S+/.exec(mail.text)![0])
    await colleague.getByRole('button', { name: 'Send code' }).click()
    await enterCode(colleague, site, bo)
    await colleague.getByLabel('First name').fill('Bo')
    await colleague.getByLabel('Last name').fill('Lindqvist')
    await colleague.keyboard.press('Enter')
    await colleague.waitForURL(site.at(domain))
    await expect(colleague.getByRole('button', { name: /Bo Lindqvist/ })).toBeVisible()
    await expect(colleague.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0)

    await page.reload()
    await expect(page.getByRole('row', { name: 'Bo Lindqvist' })).toContainText('Active')
    await colleague.context().close()

    for (const _ of Array(5)) {
      await site.api('POST', '/api/StartupToolsIdentity/login', { body: { email: bo } })
      await site.identities.ageCodes(bo, 31)
    }
    await page.reload()
    const limited =
      /^Bo Lindqvist gets no more sign-in codes in a new browser until .+: 5 codes sent in the last hour were not used\.$/
    await expect(page.getByText('Sign-in is limited.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: limited })).toBeVisible()
  })
})

test('a new role is followed by the bars of a page that stays open, and with a deactivation takes effect at the next page', async ({
  page,
  browser,
  site,
}) => {
  const founded = await found(site)
  const colleague = await (await browser.newContext()).newPage()
  const bo = await join(colleague, site, founded)
  await openPage(colleague, site.at(founded.domain, '/service/tickets'))
  await expect(colleague.getByRole('heading', { level: 1 })).toBeVisible()
  const settings = colleague.getByRole('link', { name: 'Settings' })
  await expect(settings).toHaveCount(0)
  await signIn(page, site, founded.email)
  await page.goto(site.at(founded.domain, '/team'))
  const row = page.getByRole('row', { name: bo })

  await row.getByRole('button', { name: `Role of ${bo}: Team member` }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await expect(page.getByText(`${bo}: Admin`, { exact: true })).toBeVisible()
  await expect(settings.first()).toBeVisible()
  await colleague.goto(site.at(founded.domain, '/team'))
  await expect(colleague.getByRole('heading', { name: 'Team' })).toBeVisible()

  const { id, number } = await newTicket(site, founded, 'Label printer')
  const { body: team } = await site.api('GET', '/api/v1/members', { token: founded.token })
  const assignee = (team.items as { id: string; email: string }[]).find(({ email }) => email === bo)!.id
  const { token } = founded
  await site.api('PATCH', `/api/v1/tickets/${id}`, { token, body: { assignee } })
  const solved = await newTicket(site, founded, 'Solved before')
  await site.api('PATCH', `/api/v1/tickets/${solved.id}`, { token, body: { assignee } })
  await site.api('PUT', `/api/v1/tickets/${solved.id}/closure`, { token })
  const article = async (title: string, body: object) =>
    (await site.api('POST', '/api/v1/knowledge-base/articles', { token, body: { title, ...body } })).body.id as string
  const owned = await article('Label printers', { owner: assignee })
  const waiting = await article('Paper sizes', { reviewer: assignee })
  await site.api('PUT', `/api/v1/knowledge-base/articles/${waiting}/review`, { token, body: {} })
  await row.getByRole('button', { name: `More for ${bo}` }).click()
  await page.getByRole('menuitem', { name: 'Deactivate…' }).click()
  await page.getByRole('button', { name: 'Reassign 1 open ticket to' }).click()
  await page.getByRole('option', { name: 'Ada Lovelace' }).click()
  await page.getByRole('button', { name: 'Reassign 1 review to' }).click()
  await page.getByRole('option', { name: 'Ada Lovelace' }).click()
  await expect(page.getByRole('button', { name: 'Reassign 1 article to: No one (they stay the owner)' })).toBeVisible()
  await lookAtThis(page)
  await page.getByRole('button', { name: 'Deactivate member' }).click()
  await expect(row).toContainText('Deactivated')
  await openPage(page, site.at(founded.domain, '/service/tickets?view=mine'))
  await expect(page.getByRole('row', { name: `${number} Label printer` })).toBeVisible()

  await openPage(page, site.at(founded.domain, '/service/tickets?view=all'))
  await page.keyboard.press('f')
  await page.getByRole('option', { name: 'Inactive members' }).click()
  const left = page.getByRole('row', { name: `${solved.number} Solved before` })
  await expect(page.locator('main header').first()).toHaveText(/^All tickets.*1(\D|$)/)
  await expect(left.getByRole('img', { name: `${bo} (inactive)` })).toBeVisible()
  await expect(page.getByRole('row', { name: `${number} Label printer` })).toHaveCount(0)
  await openPage(page, site.at(founded.domain, `/service/knowledgebase/admin/articles/edit/${owned}`))
  await expect(page.getByRole('button', { name: `Owner: ${bo} (inactive)` })).toBeVisible()
  await openPage(page, site.at(founded.domain, `/service/knowledgebase/admin/articles/edit/${waiting}`))
  await expect(page.getByText('This text is waiting for review by you.')).toBeVisible()
  await colleague.reload()
  await expect(colleague).toHaveURL(/\/auth\/login/)
  await colleague.getByLabel('Work e-mail').fill(bo)
  await colleague.keyboard.press('Enter')
  await expect(colleague.getByText('User is not active')).toBeVisible()
  await colleague.context().close()
})
